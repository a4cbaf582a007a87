import { sql } from 'kysely'
import { slicesOf } from '#platform/slices.ts'
import { bulkWrite } from '../../engine/bulk-write.ts'
import { OTHER_VALUES } from '../../issue/facet.ts'
import type { BatchTransaction, PlacedItem } from '../batch.ts'
import type { LockedIssues } from '../issue-locker.ts'
import { UPSERT_FACETS } from '../write-counters.ts'

/** Values kept of each facet of an issue: the most frequent ones, and the ones seen last. Decision 0052. */
const KEPT_BY_COUNT = 500
const KEPT_BY_TIME = 500
const KEPT = KEPT_BY_COUNT + KEPT_BY_TIME
/** An issue is looked at once in this many events: each adds one value of a facet at most. */
const LOOK_EVERY_EVENTS = 250
/** Most values folded at once, so that no batch takes long with an issue from before there was a bound. */
const MAX_FOLDED = 5000
const VALUES_PER_STATEMENT = 500

/** A release that an issue no longer counts by itself. */
export interface FoldedRelease {
  orgId: number
  projectId: number
  version: string
  count: number
  first: number
}

/** Past 1,000 values, a facet's rare old ones become one row with their sums. Run after the counters. */
export async function foldFacets(
  tx: BatchTransaction,
  placed: readonly PlacedItem[],
  locked: LockedIssues,
): Promise<FoldedRelease[]> {
  const releases: FoldedRelease[] = []
  for (const [orgId, issueIds] of issuesToLookAt(placed, locked)) {
    for (const facet of await fullFacets(tx, orgId, issueIds)) {
      const folded = await fold(tx, { orgId, ...facet })
      if (facet.facet !== 'release') continue
      const { project_id: projectId } = locked.rows.get(facet.issueId)!
      for (const { value, count, first } of folded)
        releases.push({ orgId, projectId, version: value, count, first })
    }
  }
  return releases
}

/** By organization, issues (row keys) whose number of events has passed a multiple of `LOOK_EVERY_EVENTS`. */
function issuesToLookAt(
  placed: readonly PlacedItem[],
  { rows, rootOf }: LockedIssues,
): Map<number, number[]> {
  const added = new Map<number, number>()
  for (const { issueId } of placed) {
    for (const id of new Set([issueId, rootOf.get(issueId) ?? issueId]))
      added.set(id, (added.get(id) ?? 0) + 1)
  }
  const found = new Map<number, number[]>()
  for (const [id, events] of added) {
    const { org_id: orgId, event_count: before } = rows.get(id)!
    const after = before + events
    const isDue = Math.floor(before / LOOK_EVERY_EVENTS) !== Math.floor(after / LOOK_EVERY_EVENTS)
    if (after > KEPT && isDue) found.set(orgId, [...(found.get(orgId) ?? []), id])
  }
  return found
}

interface FullFacet {
  issueId: number
  facet: string
}

function fullFacets(tx: BatchTransaction, orgId: number, issueIds: number[]): Promise<FullFacet[]> {
  return tx.db
    .selectFrom('issue_facet')
    .select(['issue_id as issueId', 'facet'])
    .where('org_id', '=', orgId)
    .where('issue_id', 'in', issueIds)
    .where('value', '<>', OTHER_VALUES)
    .groupBy(['issue_id', 'facet'])
    .having((eb) => eb(eb.fn.countAll<number>(), '>', KEPT))
    .orderBy('issue_id')
    .orderBy('facet')
    .execute()
}

interface FoldedValue {
  value: string
  count: number
  first: number
  last: number
}

async function fold(tx: BatchTransaction, facet: FullFacet & { orgId: number }): Promise<FoldedValue[]> {
  const { orgId, issueId } = facet
  const folded = await leastValues(tx, facet)
  for (const some of slicesOf(folded, VALUES_PER_STATEMENT)) {
    await tx.db
      .deleteFrom('issue_facet')
      .where('org_id', '=', orgId)
      .where('issue_id', '=', issueId)
      .where('facet', '=', facet.facet)
      .where(
        'value',
        'in',
        some.map(({ value }) => value),
      )
      .execute()
  }
  if (folded.length === 0) return folded
  const count = folded.reduce((sum, value) => sum + value.count, 0)
  const first = folded.reduce((least, value) => Math.min(least, value.first), Number.POSITIVE_INFINITY)
  const last = folded.reduce((most, value) => Math.max(most, value.last), 0)
  await bulkWrite(tx, UPSERT_FACETS, [[orgId, issueId, facet.facet, OTHER_VALUES, count, first, last]])
  return folded
}

/** The values beyond those kept, the least first. What the issue shows as its latest stays, whatever its rank. */
async function leastValues(
  tx: BatchTransaction,
  { orgId, issueId, facet }: FullFacet & { orgId: number },
): Promise<FoldedValue[]> {
  const { rows } = await sql<FoldedValue>`
    SELECT value, event_count AS count, first_seen_at AS first, last_seen_at AS last FROM (
      SELECT value, event_count, first_seen_at, last_seen_at,
        row_number() OVER (ORDER BY event_count DESC, last_seen_at DESC, value) AS by_count,
        row_number() OVER (ORDER BY last_seen_at DESC, event_count DESC, value) AS by_time
      FROM issue_facet
      WHERE org_id = ${orgId} AND issue_id = ${issueId} AND facet = ${facet} AND value <> ${OTHER_VALUES}
    ) AS ranked
    WHERE by_count > ${KEPT_BY_COUNT} AND by_time > ${KEPT_BY_TIME} AND value NOT IN (
      SELECT environment FROM issue WHERE org_id = ${orgId} AND id = ${issueId}
      UNION SELECT release FROM issue WHERE org_id = ${orgId} AND id = ${issueId}
      UNION SELECT environment FROM issue_own WHERE org_id = ${orgId} AND issue_id = ${issueId}
      UNION SELECT release FROM issue_own WHERE org_id = ${orgId} AND issue_id = ${issueId})
    ORDER BY event_count, last_seen_at, value LIMIT ${MAX_FOLDED}`.execute(tx.db)
  return rows
}
