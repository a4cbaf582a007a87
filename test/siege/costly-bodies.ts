import type { Project } from '../support/client/api-client.ts'
import { type Attack, bombard, envelope, gzipped, ingestPath, type Shot } from './attack.ts'

/*
 * Bodies of a few kilobytes that cost more than they weigh: each attack is one kind of excess, in several places.
 */

const BLANKS = 100_000
const DOTS = `bearer ${'.'.repeat(8_100)}a`
const LONG_DOTS = `bearer ${'.'.repeat(19_900)}a`
/** Two at a time are enough to keep a thread busy; more would only measure how many fit into the queue. */
const CONNECTIONS = 2

function attackOf(name: string, finding: string, shotsOf: (project: Project) => Shot[]): Attack {
  return {
    name,
    finding,
    play: ({ url, attacker }, stop) =>
      bombard({ url, shots: shotsOf(attacker.project), connections: CONNECTIONS }, stop),
  }
}

const event = (project: Project, payload: unknown): Shot =>
  gzipped(ingestPath('store', project), JSON.stringify(payload))
const repeated = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value)

/** Text in front of a store body that is nearly base64. */
const base64 = attackOf('base64', 'S1', (project) =>
  [
    `A${' '.repeat(BLANKS)}!`,
    `A${'\n'.repeat(BLANKS)}!`,
    `${'QUFB '.repeat(BLANKS / 4)}!`,
    `QUFB=${' '.repeat(BLANKS)}x`,
    `A${'='.repeat(BLANKS)}`,
    `${'_-'.repeat(BLANKS)}${'\t'.repeat(BLANKS)}%`,
  ].map((body) => gzipped(ingestPath('store', project), body)),
)

/** `[0,0,…[[[…]]]…]`: dear to write as JSON, and cannot be in the end. */
const deepList = (): string => `[${'0,'.repeat(100_000)}${'['.repeat(20_000)}${']'.repeat(20_000)}]`

const templates = attackOf('templates', 'S2', (project) => {
  const path = ingestPath('store', project)
  const long = 'x'.repeat(100_000)
  return [
    gzipped(path, `{"logentry":{"message":"${'{a}'.repeat(2000)}","params":{"a":${deepList()}}}}`),
    event(project, { logentry: { message: '{a}'.repeat(4800), params: { a: long } } }),
    event(project, { logentry: { message: '{0}'.repeat(4800), params: [long] } }),
    event(project, { logentry: { message: '%s'.repeat(4800), params: repeated(4800, 'y'.repeat(300)) } }),
    event(project, {
      logentry: { message: '%(a)s'.repeat(4800), params: { a: repeated(1900, 'z'.repeat(490)) } },
    }),
    event(project, {
      fingerprint: repeated(500, '{{ message }}{{ type }}'.repeat(20)),
      message: 'm'.repeat(400_000),
      exception: { values: [{ type: 't'.repeat(400_000), value: 'v' }] },
    }),
  ]
})

const feedbackScrub = attackOf('feedback-scrub', 'S3', (project) => {
  const items = (type: string, payload: unknown) =>
    gzipped(ingestPath('envelope', project), envelope(repeated(100, { type, payload })))
  return [
    items('feedback', { contexts: { feedback: { message: LONG_DOTS } } }),
    items('user_report', { event_id: 'a'.repeat(32), comments: LONG_DOTS }),
    items('feedback', { contexts: { feedback: { message: 'token=a.'.repeat(2400) } } }),
    items('feedback', { contexts: { feedback: { message: `${'a@'.repeat(9_900)}b` } } }),
  ]
})

const eventScrub = attackOf('event-scrub', 'S4', (project) => [
  event(project, { message: 'x', extra: { list: repeated(120, DOTS) } }),
  event(project, { message: 'x', breadcrumbs: repeated(90, { message: DOTS }) }),
  event(project, { message: 'x', request: { data: repeated(100, DOTS) } }),
  event(project, {
    message: DOTS,
    tags: { a: DOTS },
    exception: { values: repeated(50, { type: 'E', value: DOTS }) },
  }),
  event(project, { message: 'x', extra: { list: repeated(100, 'password='.repeat(900)) } }),
])

const amplification = attackOf('amplification', 'S15', (project) => {
  const path = ingestPath('store', project)
  return [
    event(project, { exception: { values: repeated(200, { type: 'E', value: '1.'.repeat(4_500) }) } }),
    gzipped(path, `{"user":{"id":9007199254740993},"extra":{"n":[${'0,'.repeat(900_000)}0]}}`),
    gzipped(path, `{"extra":{"n":${'['.repeat(900_000)}${']'.repeat(900_000)}}}`),
    event(project, {
      fingerprint: repeated(500, '{{ type }}'.repeat(50)),
      exception: { values: [{ type: 'T'.repeat(400_000) }] },
    }),
    event(project, {
      message: 'x',
      extra: Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, n])),
    }),
    event(project, {
      exception: {
        values: repeated(400, {
          type: 'E',
          value: 'v',
          stacktrace: { frames: repeated(50, { function: 'f', lineno: 1 }) },
        }),
      },
    }),
  ]
})

export const COSTLY_BODIES: readonly Attack[] = [base64, templates, feedbackScrub, eventScrub, amplification]
