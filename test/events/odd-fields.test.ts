import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRecord } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'

type Path = (string | number)[]

/** One of each field that is read, in the shape that SDKs send. */
const WHOLE = {
  environment: 'prod',
  release: 'web@1.2.3',
  dist: '7',
  transaction: '/checkout',
  logger: 'app',
  server_name: 'web-1',
  culprit: 'f',
  tags: { customer: 'acme' },
  user: { id: '7', email: 'ada@example.com' },
  request: {
    url: 'https://shop.example/checkout',
    method: 'POST',
    headers: { Accept: '*/*' },
    cookies: { a: 'b' },
    env: { SERVER_NAME: 'web-1' },
  },
  breadcrumbs: [{ timestamp: 1, category: 'fetch', level: 'info', message: 'x', data: { url: '/a' } }],
  contexts: {
    os: { name: 'Linux', version: '6' },
    browser: { name: 'Firefox', version: '140' },
    runtime: { name: 'node', version: '24' },
  },
  exception: [
    {
      type: 'TypeError',
      value: 'it broke',
      module: 'm',
      mechanism: { type: 'generic', handled: false },
      stacktrace: {
        frames: [
          {
            filename: 'a.js',
            function: 'f',
            module: 'm',
            lineno: 1,
            colno: 2,
            pre_context: ['a'],
            context_line: 'b',
            post_context: ['c'],
            vars: { x: 1 },
          },
        ],
      },
    },
  ],
  threads: [{ id: 1, name: 'main', stacktrace: { frames: [{ function: 'g' }] } }],
  extra: { a: 1 },
  modules: { lodash: '1.0' },
  sdk: { name: 'sentry.javascript.browser', packages: [{ name: 'n' }] },
  debug_meta: { images: [{ type: 'sourcemap', debug_id: 'x' }] },
}
/** Names that every object inherits. */
const ODD = [
  7.5,
  true,
  'x'.repeat(20_000),
  ['x', { a: 1 }],
  { a: { b: [1] } },
  [[[[]]]],
  '__proto__',
  'constructor',
]
/** Reads whose answer is made of events. */
const READS = [
  '',
  '/events/latest',
  '/facets',
  '/tags',
  '/releases',
  '/grouping',
  '/context',
  '/context?format=markdown',
]

function pathsOf(value: unknown, at: Path = []): Path[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) =>
          pathsOf(part, [...at, Array.isArray(value) ? Number(key) : key]),
        )
      : []
  return at.length > 0 ? [at, ...below] : below
}

function replaced(whole: object, path: Path, value: unknown): object {
  const copy = structuredClone(whole)
  const holder = path.slice(0, -1).reduce<unknown>((part, key) => (part as never)[key], copy)
  Object.assign(holder as object, { [path.at(-1)!]: value })
  return copy
}

/** The value at a path of a stored event, whose exceptions and threads are in `values`. */
function storedAt(event: EventRecord, path: Path): unknown {
  return path.reduce<unknown>((part, key) => {
    const values = (part as { values?: unknown } | null | undefined)?.values
    const holder = typeof key === 'number' && Array.isArray(values) ? values : part
    return (holder as Record<Path[number], unknown> | null | undefined)?.[key]
  }, event.payload_json)
}

describeOn(ONE_ENGINE, 'Whatever a field has through the store route', (engine) => {
  let journey: Journey
  beforeAll(async () => {
    const env = { SVC_SPIKE_EVENTS_PER_MINUTE: '100000', SVC_INGEST_HOURLY_CAP: '100000' }
    journey = await Journey.start({ databaseUrl: await engine.databaseUrl(), env })
  })
  afterAll(() => journey?.close())

  test('the event is stored and read, and says which field lost something', async () => {
    const { client, project } = journey
    const cases = pathsOf(WHOLE).flatMap((path) => ODD.map((value) => ({ path, value })))
    const sent = new Map<string, Path>()
    const queue = [...cases]
    const send = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const body = JSON.stringify(replaced(WHOLE, next.path, next.value))
        const path = `/api/${project.id}/store/`
        const { status, json } = await journey.raw({ path, headers: dsnHeaders(project), body })
        expect(status, body).toBe(202)
        sent.set(json!.id as string, next.path)
      }
    }
    await Promise.all(Array.from({ length: 8 }, send))
    const issues = await client.untilCounted(project.id, cases.length)
    const events: EventRecord[] = []
    for (const { id, event_count } of issues) {
      for (const read of READS)
        expect(await journey.refusal('GET', `/api/v1/issues/${id}${read}`)).toEqual([200, undefined])
      for (let offset = 0; offset < event_count; offset += 200) {
        events.push(...(await client.events(id, { limit: '200', offset: `${offset}` })).events)
      }
    }
    expect(events).toHaveLength(cases.length)
    const silent = events.filter((event) => {
      const path = sent.get(event.id)!
      const invalid = (event.payload_json.errata_invalid ?? []) as unknown[]
      return (storedAt(event, path) ?? null) === null && !invalid.includes(path[0])
    })
    expect(silent.map(({ id }) => sent.get(id)!.join('.'))).toEqual([])
  })
})
