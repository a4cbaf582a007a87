import { sql } from 'kysely'
import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Rows of an issue that people write by what they do, as often as they like. */
type HistoryTable = 'issue_activity' | 'issue_fix'

/** Removed in one go, so that most writes find nothing to remove. */
const SLACK = 50
const ISSUES_PER_STATEMENT = 100

/** Removes rows of these issues (row keys) behind their newest `kept`, once some more than that are there. */
export async function keepNewest(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  table: HistoryTable,
  { issueIds, kept }: { issueIds: readonly number[]; kept: number },
): Promise<void> {
  for (const some of slicesOf(issueIds, ISSUES_PER_STATEMENT)) {
    const last = await placesBehind(scope, table, { issueIds: some, kept: kept + SLACK })
    if (last.length === 0) continue
    const full = last.map(({ id }) => id)
    await removeUpTo(scope, table, await placesBehind(scope, table, { issueIds: full, kept }))
  }
}

interface Place {
  id: number
  /** Key of the newest row behind so many. */
  place: number | null
}

async function placesBehind(
  { db, orgId }: Pick<OrgScope, 'db' | 'orgId'>,
  table: HistoryTable,
  { issueIds, kept }: { issueIds: readonly number[]; kept: number },
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT issue.id,
      (SELECT line.id FROM ${sql.table(table)} AS line
       WHERE line.org_id = ${orgId} AND line.issue_id = issue.id
       ORDER BY line.id DESC LIMIT 1 OFFSET ${kept}) AS place
    FROM issue WHERE issue.org_id = ${orgId} AND issue.id IN (${sql.join(issueIds)})`.execute(db)
  return rows.filter(({ place }) => place !== null)
}

async function removeUpTo(
  { db, orgId }: Pick<OrgScope, 'db' | 'orgId'>,
  table: HistoryTable,
  places: readonly Place[],
): Promise<void> {
  await db
    .deleteFrom(table)
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or(places.map(({ id, place }) => eb.and([eb('issue_id', '=', id), eb('id', '<=', place!)]))),
    )
    .execute()
}
