import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ApiClient,
  type IssueSummary,
  type Project,
  sumOfEvents,
} from '../../test/support/client/api-client.ts'
import { seededRandom } from '../../test/support/fuzz/seeded-random.ts'
import type { WebhookReceiver } from '../../test/support/server/webhook-receiver.ts'
import { agesOf, type DemoEventAt, type DemoIssue, demoEvent } from './demo-events.ts'
import { DEMO_ISSUES } from './demo-issues.ts'
import { seedTeam } from './seed-team.ts'
import { seedSourceMap, seedWatch } from './seed-watch.ts'

const BATCH = 32
const DEADLINE_MS = 60_000

/** Projects by name and issues by the name of their definition. */
export interface Demo {
  projects: Record<string, Project>
  issues: Record<string, string>
}

/** Fills a service through its front door: three busy projects, one that waits, one whose sender is refused. */
export async function seedDemo(client: ApiClient, receiver: WebhookReceiver): Promise<Demo> {
  const projects: Record<string, Project> = {}
  for (const [name, platform] of [
    ['web-frontend', 'javascript'],
    ['checkout-api', 'node'],
    ['reports', 'python'],
    ['mobile-app', 'other'],
    ['desktop-app', 'dotnet'],
  ] as const) {
    projects[name] = await client.createProject(name, { platform })
  }
  const website = {
    label: 'Website',
    hourly_cap: 2000,
    allowed_origins: ['https://shop.example.com', 'https://*.example.com'],
    client_events_per_minute: 60,
  }
  await client.request('POST', `/api/v1/projects/${projects['web-frontend']!.id}/dsn-keys`, website)
  await seedSourceMap(client, projects['web-frontend']!)
  const random = seededRandom(7).next
  const eventIds: Record<string, string> = {}
  for (const issue of DEMO_ISSUES) {
    eventIds[issue.name] = await sendEvents(client, projects[issue.project]!, historyOf(issue, random))
  }
  const expected = DEMO_ISSUES.reduce((sum, issue) => sum + issue.events, 0)
  const issues = await untilCounted(client, Object.values(projects), expected)
  await triage(client, projects, issues)
  await seedTeam(client, issues)
  await seedWatch(client, projects['web-frontend']!, receiver)
  await sendFeedback(client, projects['web-frontend']!, eventIds.pay!)
  await sendWrongly(client, projects['desktop-app']!)
  return { projects, issues }
}

type Event = ReturnType<typeof demoEvent>

function historyOf(issue: DemoIssue, random: () => number): Event[] {
  const now = Date.now()
  return agesOf(issue, random).map((age, index) => {
    // Releases came one after the other.
    const release = issue.releases[Math.floor((index / issue.events) * issue.releases.length)]!
    const when: DemoEventAt = {
      at: now - age,
      release,
      user: Math.floor(random() * Math.max(1, issue.users)),
    }
    return demoEvent(issue, when)
  })
}

/** Sends them some at a time; returns the id of the last one. */
async function sendEvents(client: ApiClient, project: Project, events: Event[]): Promise<string> {
  for (let at = 0; at < events.length; at += BATCH) {
    await Promise.all(events.slice(at, at + BATCH).map((event) => sendEvent(client, project, event)))
  }
  return events.at(-1)!.event_id
}

async function sendEvent(client: ApiClient, project: Project, event: Event): Promise<void> {
  const path = `/api/${project.number}/store/?sentry_key=${project.keys[0]!.public_key}`
  const { status } = await client.request('POST', path, event)
  if (status !== 200) throw new Error(`an event of the demonstration was answered with ${status}`)
}

async function untilCounted(
  client: ApiClient,
  projects: Project[],
  expected: number,
): Promise<Record<string, string>> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const issues = (await Promise.all(projects.map((project) => client.allIssues(project.id)))).flat()
    if (sumOfEvents(issues) >= expected) return byName(issues)
    if (Date.now() > deadline) throw new Error(`only ${sumOfEvents(issues)} of ${expected} events arrived`)
    await sleep(100)
  }
}

const TITLES: Record<string, RegExp> = {
  pay: /^TypeError/,
  chunk: /^ChunkLoadError: Loading chunk 7/,
  'chunk-admin': /Loading chunk 12/,
  'chunk-css': /Loading CSS chunk/,
  stack: /^RangeError/,
  resize: /^ResizeObserver/,
  long: /Unprocessable/,
  declined: /^PaymentDeclined/,
  heap: /^OutOfMemory/,
  slow: /^webhook of/,
  pool: /^TimeoutError/,
  key: /^KeyError/,
  database: /^OperationalError/,
  deprecated: /^endpoint/,
  group: /^ExceptionGroup/,
  java: /^StartException/,
  native: /^EXC_BAD_ACCESS/,
  mapped: /reading 'total'/,
  minified: /is not a function/,
}

function byName(issues: IssueSummary[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TITLES).map(([name, title]) => {
      const issue = issues.find((candidate) => title.test(candidate.title))
      if (!issue) throw new Error(`no issue is titled like ${title}`)
      return [name, issue.id]
    }),
  )
}

/** A regression, two snoozes, two resolved ones, one ignored. */
async function triage(
  client: ApiClient,
  projects: Record<string, Project>,
  issues: Record<string, string>,
): Promise<void> {
  const patch = (name: string, body: object) =>
    client.request('PATCH', `/api/v1/issues/${issues[name]}`, body)
  const snooze = (name: string, mode: string) =>
    client.request('POST', `/api/v1/issues/${issues[name]}/snooze`, { mode })
  await patch('pool', { status: 'resolved', resolved_in_release: 'billing@3.1.0' })
  await patch('deprecated', { status: 'resolved' })
  await patch('resize', { status: 'ignored' })
  await snooze('stack', 'hours')
  await snooze('database', 'occurrences')
  await patch('pay', { status: 'resolved', resolved_in_release: 'web@1.4.1' })
  const pay = DEMO_ISSUES.find((issue) => issue.name === 'pay')!
  const again = Array.from({ length: 36 }, (_, index) =>
    demoEvent(pay, { at: Date.now() - (36 - index) * 90_000, release: 'web@1.4.2', user: index * 7 }),
  )
  await sendEvents(client, projects['web-frontend']!, again)
  await untilRegressed(client, issues.pay!)
}

async function untilRegressed(client: ApiClient, id: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while ((await client.get<IssueSummary>(`/api/v1/issues/${id}`)).status !== 'regression') {
    if (Date.now() > deadline) throw new Error('the resolved issue did not come back as a regression')
    await sleep(100)
  }
}

async function sendFeedback(client: ApiClient, project: Project, eventId: string): Promise<void> {
  const path = `/api/${project.id}/user-feedback/?compat_key=${project.keys[0]!.public_key}`
  const comments = 'I paid twice and got no receipt. The button did nothing, so I pressed it again.'
  const { status } = await client.request('POST', path, {
    event_id: eventId,
    name: 'Ada',
    email: 'ada@customers.example.com',
    comments,
  })
  if (status !== 201) throw new Error(`the feedback of the demonstration was answered with ${status}`)
}

/** A wrong key, a key of another project's path, a body that is not an event: what goes wrong in practice. */
async function sendWrongly(client: ApiClient, project: Project): Promise<void> {
  const store = `/api/${project.number}/store/`
  for (let n = 0; n < 3; n++) await client.request('POST', `${store}?sentry_key=${'0'.repeat(32)}`, {})
  await client.request('POST', `${store}?sentry_key=${project.keys[0]!.public_key}`, 'no event')
}
