import { LIMITS } from '#contract/limits.ts'
import { epochDay, epochHour, HOURS_PER_DAY } from '#contract/time.ts'
import { type BulkStatement, bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

const UPSERT_HOURS = bulkInsert(
  'issue_hour',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['hour', 'bigint'],
    ['event_count', 'bigint'],
    ['stored_event_count', 'bigint'],
  ],
  `ON CONFLICT (org_id, issue_id, hour) DO UPDATE SET
     event_count = issue_hour.event_count + excluded.event_count,
     stored_event_count = issue_hour.stored_event_count + excluded.stored_event_count`,
)

const UPSERT_DAYS = bulkInsert(
  'issue_day',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['day', 'bigint'],
    ['event_count', 'bigint'],
  ],
  `ON CONFLICT (org_id, issue_id, day) DO UPDATE SET
     event_count = issue_day.event_count + excluded.event_count`,
)

const UPSERT_PROJECT_HOURS = bulkInsert(
  'project_hour',
  [
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['hour', 'bigint'],
    ['event_count', 'bigint'],
    ['counted_only_count', 'bigint'],
  ],
  `ON CONFLICT (org_id, project_id, hour) DO UPDATE SET
     event_count = project_hour.event_count + excluded.event_count,
     counted_only_count = project_hour.counted_only_count + excluded.counted_only_count`,
)

export const UPSERT_FACETS = bulkInsert(
  'issue_facet',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['facet', 'text'],
    ['value', 'text'],
    ['event_count', 'bigint'],
    ['first_seen_at', 'bigint'],
    ['last_seen_at', 'bigint'],
  ],
  `ON CONFLICT (org_id, issue_id, facet, value) DO UPDATE SET
     event_count = issue_facet.event_count + excluded.event_count,
     first_seen_at = CASE WHEN excluded.first_seen_at < issue_facet.first_seen_at
       THEN excluded.first_seen_at ELSE issue_facet.first_seen_at END,
     last_seen_at = CASE WHEN excluded.last_seen_at > issue_facet.last_seen_at
       THEN excluded.last_seen_at ELSE issue_facet.last_seen_at END`,
)

const USER_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['user_hash', 'bytes'],
] as const
const NEW_USERS_ONLY = 'ON CONFLICT (org_id, issue_id, user_hash) DO NOTHING RETURNING issue_id, user_hash'
const INSERT_USERS = bulkInsert('issue_user', USER_COLUMNS, NEW_USERS_ONLY)

/** PostgreSQL locks every row that it may have to update: those seen on that day before are left out first. */
const INSERT_EMAILS: BulkStatement = {
  columns: [
    ['org_id', 'bigint'],
    ['email', 'text'],
    ['issue_id', 'bigint'],
    ['seen_day', 'bigint'],
  ],
  text: (rows) => `INSERT INTO issue_email (org_id, email, issue_id, seen_day)
    SELECT column1, column2, column3, column4 FROM (VALUES ${rows}) AS seen WHERE NOT EXISTS (
      SELECT 1 FROM issue_email AS known WHERE known.org_id = column1 AND known.email = column2
        AND known.issue_id = column3 AND known.seen_day >= column4)
    ON CONFLICT (org_id, email, issue_id) DO UPDATE SET seen_day = excluded.seen_day
      WHERE issue_email.seen_day < excluded.seen_day
    RETURNING org_id, email`,
}

const INSERT_ADDRESSES = bulkInsert(
  'email_address',
  [
    ['org_id', 'bigint'],
    ['email', 'text'],
  ],
  'ON CONFLICT (org_id, email) DO NOTHING',
)

/** Rows that are added up in memory before they are written, in key order so that lanes never deadlock. */
export class Sums<R extends unknown[]> {
  readonly #rows = new Map<string, R>()

  row(key: string, make: () => R): R {
    const known = this.#rows.get(key)
    if (known) return known
    const row = make()
    this.#rows.set(key, row)
    return row
  }

  sorted(): R[] {
    return [...this.#rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  }
}

type HourRow = [orgId: number, issueId: number, hour: number, count: number, stored: number]
type DayRow = [orgId: number, issueId: number, day: number, count: number]
type ProjectHourRow = [orgId: number, projectId: number, hour: number, count: number, countedOnly: number]
type FacetRow = [
  orgId: number,
  issueId: number,
  facet: string,
  value: string,
  count: number,
  first: number,
  last: number,
]

/** Adds a batch to the counters by hour and by day. Both are those of the event's own time, UTC. */
export async function writeHours(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const sums = new Sums<HourRow>()
  const days = new Sums<DayRow>()
  for (const { item, issueId, at } of placed) {
    const hour = epochHour(at)
    const row = sums.row(`${issueId}:${hour}`, () => [item.orgId, issueId, hour, 0, 0])
    row[3] += 1
    if (item.kind === 'stored') row[4] += 1
    const day = Math.floor(hour / HOURS_PER_DAY)
    days.row(`${issueId}:${day}`, () => [item.orgId, issueId, day, 0])[3] += 1
  }
  await bulkWrite(tx, UPSERT_HOURS, sums.sorted())
  await bulkWrite(tx, UPSERT_DAYS, days.sorted())
}

/** Adds a batch to the hours of its projects, mostly one row each; in their order, as deletions do. */
export async function writeProjectHours(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const rows = new Map<string, ProjectHourRow>()
  for (const { item, at } of placed) {
    const { orgId, projectId } = item
    const hour = epochHour(at)
    const key = `${projectId}:${hour}`
    const row = rows.get(key) ?? [orgId, projectId, hour, 0, 0]
    rows.set(key, row)
    row[3] += 1
    if (item.kind === 'counted') row[4] += 1
  }
  const sorted = [...rows.values()].sort((a, b) => a[1] - b[1] || a[2] - b[2])
  await bulkWrite(tx, UPSERT_PROJECT_HOURS, sorted)
}

/** Adds a batch to the values that issues are filtered by. Counted-only records have no browser or OS. */
export async function writeFacets(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const sums = new Sums<FacetRow>()
  for (const entry of placed) {
    for (const [facet, value] of facetsOf(entry)) {
      if (value === null || value === '') continue
      const { item, issueId, at } = entry
      const key = `${issueId}:${facet}:${value}`
      const row = sums.row(key, () => [item.orgId, issueId, facet, value, 0, at, at])
      row[4] += 1
      if (at < row[5]) row[5] = at
      if (at > row[6]) row[6] = at
    }
  }
  await bulkWrite(tx, UPSERT_FACETS, sums.sorted())
}

function facetsOf({ item, environment, release }: PlacedItem): [string, string | null][] {
  const facets: [string, string | null][] = [
    ['environment', environment],
    ['release', release],
  ]
  if (item.kind === 'stored') facets.push(['browser', item.event.browserName], ['os', item.event.osName])
  return facets
}

export interface NewUser {
  issue_id: number
  user_hash: Buffer
}

type EmailRow = [orgId: number, email: string, issueId: number, day: number]

/** Issues that count no more users: each is a row that stays as long as the issue. */
export function issuesWithMostUsers(rows: Iterable<Pick<IssueRow, 'id' | 'unique_user_count'>>): Set<number> {
  const full = new Set<number>()
  for (const { id, unique_user_count: users } of rows) if (users >= LIMITS.countedUsers) full.add(id)
  return full
}

/** Notes affected users, except in `full` issues. @returns who is new to each issue. */
export async function writeUsers(
  tx: BatchTransaction,
  placed: PlacedItem[],
  full: ReadonlySet<number>,
): Promise<NewUser[]> {
  const users = new Sums<unknown[]>()
  const emails = new Sums<EmailRow>()
  for (const { item, issueId, at } of placed) {
    const { userHash } = item
    if (userHash && !full.has(issueId))
      users.row(`${issueId}:${userHash.toString('hex')}`, () => [item.orgId, issueId, userHash])
    const email = item.kind === 'stored' ? item.event.user.email?.toLowerCase() : undefined
    if (!email) continue
    const day = epochDay(at)
    const row = emails.row(`${email}:${issueId}`, () => [item.orgId, email, issueId, day])
    if (day > row[3]) row[3] = day
  }
  const added = await bulkWrite<NewUser>(tx, INSERT_USERS, users.sorted())
  await writeAddresses(tx, await bulkWrite<NewEmail>(tx, INSERT_EMAILS, emails.sorted()))
  return added
}

interface NewEmail {
  org_id: number
  email: string
}

/** New addresses of an issue or day. Run after the issue rows: `dropUnusedAddresses` waits for this batch. */
async function writeAddresses(tx: BatchTransaction, emails: NewEmail[]): Promise<void> {
  const addresses = new Sums<unknown[]>()
  for (const { org_id, email } of emails) addresses.row(`${org_id}:${email}`, () => [org_id, email])
  await bulkWrite(tx, INSERT_ADDRESSES, addresses.sorted())
}

export function countByIssue(users: readonly NewUser[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { issue_id } of users) counts.set(issue_id, (counts.get(issue_id) ?? 0) + 1)
  return counts
}
