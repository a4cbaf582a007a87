import { randomUUID } from 'node:crypto'
import type { Database } from '#storage/engine/database.ts'
import {
  type SeedEvent,
  Seeder,
  type SeedIssue,
  type SeedProject,
  seedOrg,
  seedProject,
} from '../../test/support/database/seed.ts'
import { seededRandom } from '../../test/support/fuzz/seeded-random.ts'
import { FAMILY_SIZE, mergeFamilies, mergeFamily } from './families.ts'
import { TagSource } from './tags.ts'

export interface QueryDataSize {
  issues: number
  events: number
  projects: number
  /** Events of the busiest issue, each with a stored document. */
  hotEvents: number
  /** Whether the latest event of every other issue has a stored document too. */
  latestPayloads?: boolean
  /** Issues with three others merged into each. */
  families: number
}

export interface QueryData {
  orgId: number
  orgUid: string
  projects: SeedProject[]
  hotIssue: SeededIssue
  /** The root of the largest family. */
  hotFamily: SeededIssue
  /** The root of the family with most members. */
  wideFamily: SeededIssue
  /** A member of the organization, who looks after every tenth issue. */
  userId: string
}

interface SeededIssue {
  id: number
  uid: string
}

/** Issues of the family with most members; the others are of `FAMILY_SIZE`. */
const WIDE_FAMILY_SIZE = 100
const wideTitle = (n: number): string => `EOFError: member ${n}`
const memberTitle = (n: number): string => `KeyError: member ${n}`
const MS_PER_HOUR = 3_600_000
const DAYS = 90
/** Age of the latest event of the busiest issue. */
const LAST_EVENT_AGE_MS = 60_000
const TYPES = [
  'TypeError',
  'ReferenceError',
  'TimeoutError',
  'KeyError',
  'IOException',
  'RangeError',
  'SyntaxError',
]
const WORDS =
  'cart order payment session user invoice token cache queue socket parser schema upload worker'.split(' ')
const STATUSES = [
  'unresolved',
  'unresolved',
  'unresolved',
  'resolved',
  'resolved',
  'ignored',
  'regression',
] as const
const LEVELS = ['error', 'error', 'error', 'warning', 'fatal', 'info'] as const
const ENVIRONMENTS = ['production', 'production', 'production', 'staging', 'development']
const BROWSERS = ['Chrome', 'Firefox', 'Safari', 'Edge']
const MAIL_DOMAINS = ['example.com', 'example.com', 'example.com', 'example.org', 'mail.example.net']
const USERS = 50_000
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'Android', 'iOS']

/** Fills an empty database with issues and events spread over 90 days up to `now`; the same for each run. */
export async function seedQueryData(
  database: Database,
  size: QueryDataSize,
  now: number,
): Promise<QueryData> {
  const random = seededRandom(20260101).next
  const org = await seedOrg(database, 'bench')
  const projects: SeedProject[] = []
  for (let n = 0; n < size.projects; n++) projects.push(await seedProject(database, org, `project-${n}`))
  const userId = await addMember(database, org.orgId, now)
  const seeder = new Seeder(database)
  const hotIssue = await seeder.issue({
    project: projects[0]!,
    title: 'TypeError: the busiest of all',
    events: eventsOf(size.hotEvents, { now, random, lastAt: now - LAST_EVENT_AGE_MS, payloads: 'all' }),
  })
  const members: SeededIssue[] = []
  const memberEvents = Math.floor(size.hotEvents / 5)
  for (let n = 0; n < FAMILY_SIZE; n++) {
    const events = eventsOf(memberEvents, { now, random, lastAt: now - MS_PER_HOUR - n, payloads: 'none' })
    members.push(await seeder.issue({ project: projects[0]!, title: memberTitle(n), events }))
  }
  const wide: SeededIssue[] = []
  const wideEvents = Math.ceil((2 * size.hotEvents) / WIDE_FAMILY_SIZE)
  for (let n = 0; n < WIDE_FAMILY_SIZE; n++) {
    const events = eventsOf(wideEvents, { now, random, lastAt: now - MS_PER_HOUR - n, payloads: 'none' })
    wide.push(await seeder.issue({ project: projects[0]!, title: wideTitle(n), events }))
  }
  const issueIds: number[] = []
  let left = size.events - size.hotEvents - FAMILY_SIZE * memberEvents - WIDE_FAMILY_SIZE * wideEvents
  for (let n = 1 + FAMILY_SIZE + WIDE_FAMILY_SIZE; n < size.issues; n++) {
    const count = n === size.issues - 1 ? left : eventCount(random, left, size.issues - n)
    left -= count
    const project = projects[n % projects.length]!
    const payloads = size.latestPayloads ? 'latest' : 'none'
    const issue = coldIssue({ n, count, project, now, random, payloads })
    if (n % 10 === 0) issue.columns.assignee_id = userId
    const { id } = await seeder.issue(issue)
    issueIds.push(id)
    if (n % 10_000 === 0) console.log(`seeded ${n} issues`)
  }
  await seeder.flush()
  await mergeFamily(database, org, { members: members.map(({ id }) => id), now })
  await mergeFamily(database, org, { members: wide.map(({ id }) => id), now })
  await mergeFamilies(database, org, { issueIds, ...size, now })
  return { ...org, projects, hotIssue, hotFamily: members[0]!, wideFamily: wide[0]!, userId }
}

async function addMember(database: Database, orgId: number, now: number): Promise<string> {
  const id = randomUUID()
  const user = { id, email: 'member@example.net', name: '', password_hash: null, created_at: now }
  await database.queries.insertInto('app_user').values(user).execute()
  const membership = { org_id: orgId, user_id: id, role: 'member', created_at: now } as const
  await database.queries.insertInto('membership').values(membership).execute()
  return id
}

interface ColdIssue {
  n: number
  count: number
  project: SeedProject
  now: number
  random: () => number
  payloads: EventSpread['payloads']
}

function coldIssue({ n, count, project, now, random, payloads }: ColdIssue): SeedIssue & {
  columns: NonNullable<SeedIssue['columns']>
} {
  // A third were seen within the last week, the rest over the 90 days.
  const age = random() < 0.33 ? random() * 7 : random() * DAYS
  const lastAt = Math.floor(now - age * 24 * MS_PER_HOUR)
  const type = pick(TYPES, random)
  const value = `${pick(WORDS, random)} ${pick(WORDS, random)} failed in step ${n}`
  const snoozed = random() < 0.05
  return {
    project,
    title: `${type}: ${value}`,
    exceptionType: type,
    exceptionValue: value,
    events: eventsOf(count, { now, random, lastAt, payloads }),
    columns: {
      culprit: `handle${n % 997} (src/${pick(WORDS, random)}/${pick(WORDS, random)}.ts)`,
      status: pick(STATUSES, random),
      level: pick(LEVELS, random),
      snooze_until: snoozed ? now + MS_PER_HOUR : null,
    },
  }
}

/** Few issues have many events and many have few, adding up to what is left. */
function eventCount(random: () => number, left: number, issuesLeft: number): number {
  const mean = left / issuesLeft
  const drawn = Math.ceil((mean * 0.35) / random() ** 0.65)
  return Math.max(1, Math.min(drawn, left - issuesLeft + 1))
}

interface EventSpread {
  now: number
  random: () => number
  lastAt: number
  /** Which of the events have a stored document. */
  payloads: 'all' | 'latest' | 'none'
}

function eventsOf(count: number, { now, random, lastAt, payloads }: EventSpread): SeedEvent[] {
  const oldest = now - DAYS * 24 * MS_PER_HOUR
  const span = (lastAt - oldest) * random()
  const home = pick(ENVIRONMENTS, random)
  const tags = new TagSource(lastAt)
  return Array.from({ length: count }, (_, n) => {
    // Some people meet far more errors than others.
    const user = Math.floor(random() ** 2 * USERS)
    const withPayload = payloads === 'all' || (payloads === 'latest' && n === 0)
    return {
      at: n === 0 ? lastAt : Math.floor(lastAt - span * random()),
      environment: random() < 0.9 ? home : pick(ENVIRONMENTS, random),
      release: `app@1.${Math.floor(random() * 4)}.${Math.floor(random() * 25)}`,
      userId: String(user),
      ...(random() < 0.5 && { email: `user${user}@${MAIL_DOMAINS[user % MAIL_DOMAINS.length]}` }),
      browser: pick(BROWSERS, random),
      os: pick(SYSTEMS, random),
      tags: tags.next(),
      ...(withPayload && { payload: samplePayload(n) }),
    }
  })
}

function samplePayload(n: number) {
  const frames = Array.from({ length: 20 }, (_, line) => ({
    filename: `src/module-${line}.ts`,
    function: `step${line}`,
    lineno: line * 7,
    colno: 3,
    in_app: line > 12,
    context_line: `  const result = await callNumber(${n}, ${line})`,
  }))
  const value = { type: 'TypeError', value: `the busiest of all, ${n}`, stacktrace: { frames } }
  return { exception: { values: [value] }, breadcrumbs: [], tags: { n: String(n) }, contexts: {} }
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/** The data that an earlier run has left in this database, and its present time; null when it is empty. */
export async function findQueryData(database: Database): Promise<{ data: QueryData; now: number } | null> {
  const org = await database.queries.selectFrom('org').select(['id', 'uid']).executeTakeFirst()
  if (!org) return null
  const projects = await database.queries.selectFrom('project').select(['id', 'uid']).orderBy('id').execute()
  const issues = database.queries.selectFrom('issue').select(['id', 'uid', 'last_seen_at'])
  const hotIssue = await issues.orderBy('id').executeTakeFirstOrThrow()
  const hotFamily = await issues.where('title', '=', memberTitle(0)).executeTakeFirstOrThrow()
  const wideFamily = await issues.where('title', '=', wideTitle(0)).executeTakeFirstOrThrow()
  const member = await database.queries
    .selectFrom('membership')
    .select('user_id')
    .where('role', '=', 'member')
    .executeTakeFirstOrThrow()
  const ids = { orgId: org.id, orgUid: org.uid }
  const data = {
    ...ids,
    projects: projects.map((project) => ({ ...ids, projectId: project.id, projectUid: project.uid })),
    hotIssue,
    hotFamily,
    wideFamily,
    userId: member.user_id,
  }
  return { data, now: hotIssue.last_seen_at + LAST_EVENT_AGE_MS }
}
