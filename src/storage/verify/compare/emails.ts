import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import { type IssueRange, within } from '../range.ts'

const MAX_ROWS = 200
const ASCII = /^[\x20-\x7e]*$/

interface Row {
  issue_id: number
  email: string
}

interface NamedRow extends Row {
  /** Epoch day of its last event. */
  day: number
}

/** Each event's address is listed, on its day or later; no others, unless events were evicted. */
export async function compareEmails(
  scope: OrgScope,
  range: IssueRange,
  uids: ReadonlyMap<number, string>,
): Promise<Difference[]> {
  const named = await namedButNotFound(scope, range)
  const found = await foundButNotNamed(scope, range)
  const unlisted = await foundButNotListed(scope, range)
  const difference = (check: string, message: string) => (row: Row) => {
    const uid = uids.get(row.issue_id)
    return uid ? [{ check, subject: `issue ${uid}`, message }] : []
  }
  return [
    ...named.flatMap(
      difference('email.missing', 'it is not found by the address that one of its events names'),
    ),
    ...unlisted.flatMap(
      difference('email.unlisted', 'an address it is found by is not among those of the organization'),
    ),
    ...found.flatMap(difference('email.unknown', 'it is found by an address that none of its events names')),
  ]
}

async function namedButNotFound(scope: OrgScope, range: IssueRange): Promise<Row[]> {
  const { rows } = await sql<NamedRow>`
    SELECT issue_id, user_email AS email, max(occurred_at) / ${sql.lit(DAY_MS)} AS day FROM event
    WHERE ${within(scope, range, 'event.issue_id')} AND user_email <> ''
      AND NOT EXISTS (SELECT 1 FROM issue_email
        WHERE issue_email.org_id = ${scope.orgId} AND issue_email.email = lower(event.user_email)
          AND issue_email.issue_id = event.issue_id
          AND issue_email.seen_day >= event.occurred_at / ${sql.lit(DAY_MS)})
    GROUP BY issue_id, user_email
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(scope.db)
  const missing: Row[] = []
  // Engines differ in what lower() does beyond ASCII.
  for (const row of rows) if (ASCII.test(row.email) || !(await isFound(scope, row))) missing.push(row)
  return missing
}

async function isFound(scope: OrgScope, { issue_id, email, day }: NamedRow): Promise<boolean> {
  const row = await scope.db
    .selectFrom('issue_email')
    .select('issue_id')
    .where('org_id', '=', scope.orgId)
    .where('email', '=', email.toLowerCase())
    .where('issue_id', '=', issue_id)
    .where('seen_day', '>=', day)
    .executeTakeFirst()
  return row !== undefined
}

async function foundButNotNamed(scope: OrgScope, range: IssueRange): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT issue_email.issue_id, issue_email.email FROM issue_email
    JOIN issue ON issue.org_id = issue_email.org_id AND issue.id = issue_email.issue_id
      AND issue.evicted_event_count = 0
    WHERE ${within(scope, range, 'issue_email.issue_id')}
    EXCEPT
    SELECT issue_id, lower(user_email) FROM event
    WHERE ${within(scope, range, 'event.issue_id')} AND user_email IS NOT NULL
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(scope.db)
  return rows.filter(({ email }) => ASCII.test(email))
}

/** A search for a part of an address looks through the list of the organization's. */
async function foundButNotListed(scope: OrgScope, range: IssueRange): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT issue_id, email FROM issue_email
    WHERE ${within(scope, range, 'issue_email.issue_id')} AND NOT EXISTS (
      SELECT 1 FROM email_address
      WHERE email_address.org_id = ${scope.orgId} AND email_address.email = issue_email.email)
    ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(scope.db)
  return rows
}
