import { bulkInsert, bulkWrite } from '#storage/engine/bulk-write.ts'
import type { Database } from '#storage/engine/database.ts'

/** Writes rows of one table a few thousand at a time. */
class TableSink {
  readonly #database: Database
  readonly #statement: ReturnType<typeof bulkInsert>
  #rows: unknown[][] = []

  constructor(database: Database, statement: ReturnType<typeof bulkInsert>) {
    this.#database = database
    this.#statement = statement
  }

  push(row: unknown[]): void {
    this.#rows.push(row)
  }

  get size(): number {
    return this.#rows.length
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 0) return
    await this.#database.transaction((tx) => bulkWrite({ db: tx }, this.#statement, rows))
  }
}

const EVENT_COLUMNS = [
  ['seq', 'bigint'],
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['event_id', 'bytes'],
  ['occurred_at', 'bigint'],
  ['received_at', 'bigint'],
  ['level', 'text'],
  ['environment', 'text'],
  ['release', 'text'],
  ['platform', 'text'],
  ['browser_name', 'text'],
  ['os_name', 'text'],
  ['user_id', 'text'],
  ['user_email', 'text'],
] as const
const PAYLOAD_COLUMNS = [
  ['seq', 'bigint'],
  ['org_id', 'bigint'],
  ['data', 'bytes'],
] as const
const HOUR_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['hour', 'bigint'],
  ['event_count', 'bigint'],
  ['stored_event_count', 'bigint'],
] as const
const PROJECT_HOUR_COLUMNS = [
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['hour', 'bigint'],
  ['event_count', 'bigint'],
  ['counted_only_count', 'bigint'],
] as const
const DAY_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['day', 'bigint'],
  ['event_count', 'bigint'],
] as const
const FACET_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['facet', 'text'],
  ['value', 'text'],
  ['event_count', 'bigint'],
  ['first_seen_at', 'bigint'],
  ['last_seen_at', 'bigint'],
] as const
const USER_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['user_hash', 'bytes'],
] as const
const EMAIL_COLUMNS = [
  ['org_id', 'bigint'],
  ['email', 'text'],
  ['issue_id', 'bigint'],
  ['seen_day', 'bigint'],
] as const
const TAG_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['tag_key', 'text'],
  ['value', 'text'],
  ['seen_day', 'bigint'],
] as const
const ADDRESS_COLUMNS = [
  ['org_id', 'bigint'],
  ['email', 'text'],
] as const
const RELEASE_COLUMNS = [
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['version', 'text'],
  ['event_count', 'bigint'],
  ['first_seen_at', 'bigint'],
  ['last_seen_at', 'bigint'],
] as const

const ADD_TO_HOUR = `ON CONFLICT (org_id, project_id, hour) DO UPDATE SET
  event_count = project_hour.event_count + excluded.event_count,
  counted_only_count = project_hour.counted_only_count + excluded.counted_only_count`

const ADD_TO_RELEASE = `ON CONFLICT (org_id, project_id, version) DO UPDATE SET
  event_count = release.event_count + excluded.event_count,
  first_seen_at = CASE WHEN excluded.first_seen_at < release.first_seen_at
    THEN excluded.first_seen_at ELSE release.first_seen_at END,
  last_seen_at = CASE WHEN excluded.last_seen_at > release.last_seen_at
    THEN excluded.last_seen_at ELSE release.last_seen_at END`

type Merge = (a: number, b: number) => number
const sum: Merge = (a, b) => a + b

/** Merges rows with the same first three columns: no statement may name a row twice. Further columns are numbers. */
class SummingSink extends TableSink {
  readonly #sums = new Map<string, unknown[]>()
  readonly #merges: readonly Merge[]

  constructor(database: Database, statement: ReturnType<typeof bulkInsert>, merges: readonly Merge[]) {
    super(database, statement)
    this.#merges = merges
  }

  override push(row: unknown[]): void {
    const key = row.slice(0, 3).join(' ')
    const sums = this.#sums.get(key)
    if (!sums) this.#sums.set(key, row)
    else
      for (const [n, merge] of this.#merges.entries())
        sums[n + 3] = merge(sums[n + 3] as number, row[n + 3] as number)
  }

  override async flush(): Promise<void> {
    for (const row of this.#sums.values()) super.push(row)
    this.#sums.clear()
    await super.flush()
  }
}

/** Sinks of every table that hangs on an issue. */
export function issueSinks(database: Database) {
  const sink = (table: string, columns: Parameters<typeof bulkInsert>[1], tail = ''): TableSink =>
    new TableSink(database, bulkInsert(table, columns, tail))
  return {
    event: sink('event', EVENT_COLUMNS),
    payload: sink('event_payload', PAYLOAD_COLUMNS),
    hour: sink('issue_hour', HOUR_COLUMNS),
    projectHour: new SummingSink(database, bulkInsert('project_hour', PROJECT_HOUR_COLUMNS, ADD_TO_HOUR), [
      sum,
      sum,
    ]),
    day: sink('issue_day', DAY_COLUMNS),
    facet: sink('issue_facet', FACET_COLUMNS),
    user: sink('issue_user', USER_COLUMNS),
    email: sink('issue_email', EMAIL_COLUMNS),
    tag: sink('issue_tag', TAG_COLUMNS),
    address: sink('email_address', ADDRESS_COLUMNS, 'ON CONFLICT (org_id, email) DO NOTHING'),
    release: new SummingSink(database, bulkInsert('release', RELEASE_COLUMNS, ADD_TO_RELEASE), [
      sum,
      Math.min,
      Math.max,
    ]),
  }
}
