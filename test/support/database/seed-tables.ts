import { type BulkStatement, bulkInsert, bulkWrite } from '#storage/engine/bulk-write.ts'
import type { Database } from '#storage/engine/database.ts'

/** Writes rows of one table a few thousand at a time. */
class TableSink {
  readonly #database: Database
  readonly #statement: BulkStatement
  #rows: unknown[][] = []

  constructor(database: Database, statement: BulkStatement) {
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

const BYTES = new Set(['event_id', 'user_hash', 'data'])
const TEXTS = new Set(
  'level environment release platform browser_name os_name user_id user_email facet value email tag_key version'.split(
    ' ',
  ),
)

function columnsOf(names: string): BulkStatement['columns'] {
  return names
    .split(' ')
    .map((name) => [name, BYTES.has(name) ? 'bytes' : TEXTS.has(name) ? 'text' : 'bigint'])
}

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

  constructor(database: Database, statement: BulkStatement, merges: readonly Merge[]) {
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

const EVENT =
  'seq org_id project_id issue_id event_id occurred_at received_at level environment release platform browser_name os_name user_id user_email'

/** Sinks of every table that hangs on an issue. */
export function issueSinks(database: Database) {
  const sink = (table: string, columns: string, tail?: string) =>
    new TableSink(database, bulkInsert(table, columnsOf(columns), tail))
  const projectHour = 'org_id project_id hour event_count counted_only_count'
  const release = 'org_id project_id version event_count first_seen_at last_seen_at'
  return {
    event: sink('event', EVENT),
    payload: sink('event_payload', 'seq org_id data'),
    hour: sink('issue_hour', 'org_id issue_id hour event_count stored_event_count'),
    projectHour: new SummingSink(database, bulkInsert('project_hour', columnsOf(projectHour), ADD_TO_HOUR), [
      sum,
      sum,
    ]),
    day: sink('issue_day', 'org_id issue_id day event_count'),
    facet: sink('issue_facet', 'org_id issue_id facet value event_count first_seen_at last_seen_at'),
    user: sink('issue_user', 'org_id issue_id user_hash'),
    email: sink('issue_email', 'org_id email issue_id seen_day'),
    tag: sink('issue_tag', 'org_id issue_id tag_key value seen_day'),
    address: sink('email_address', 'org_id email', 'ON CONFLICT (org_id, email) DO NOTHING'),
    release: new SummingSink(database, bulkInsert('release', columnsOf(release), ADD_TO_RELEASE), [
      sum,
      Math.min,
      Math.max,
    ]),
  }
}
