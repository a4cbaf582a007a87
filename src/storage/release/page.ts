import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'
import { containsText } from '../search/text-match.ts'
import type { ReleaseRow } from './release.ts'
import type { ReleasePlace } from './unused.ts'

interface ListedRow extends ReleaseRow {
  id: number
  project_id: number
  project_uid: string
  last_seen_at: number
  event_count: number
  is_partial: number
}

/** Each count is of issues, up to one more than `LIMITS.issuesTotalExact`. */
interface IssueCounts {
  first_release: number
  regressed_in: number
  resolved_in: number
}

export type CountedRelease = ListedRow & IssueCounts

/** First seen most recently first; hidden ones too. `part`: of the version, in any case, among the newest 5,000. */
export async function listCountedReleases(
  scope: OrgScope,
  filter: { projectId: number | null; part: string },
  page: { after: ReleasePlace | null; limit: number },
): Promise<CountedRelease[]> {
  const rows = await listPage(scope, filter, page)
  const counts = await countIssues(scope, rows)
  return rows.map((row, place) => ({ ...row, ...counts.get(place)! }))
}

async function listPage(
  scope: OrgScope,
  { projectId, part }: { projectId: number | null; part: string },
  { after, limit }: { after: ReleasePlace | null; limit: number },
): Promise<ListedRow[]> {
  const dialect = dialectOf(scope)
  const releases = scope.db
    .selectFrom('release')
    .select(['id', 'project_id', 'version', 'first_seen_at', 'last_seen_at', 'hidden_at', 'event_count'])
    .select(['is_partial', sql<string>`lower(version)`.as('lower_version')])
    .where('org_id', '=', scope.orgId)
    .where(isOfProject(scope, 'release.project_id', projectId))
  // Cut off before the search, so that a rare text reads no more than a common one.
  const newest = releases.orderBy('first_seen_at', 'desc').orderBy('id', 'desc')
  const searched = part === '' ? releases : newest.limit(LIMITS.releasesSearched)
  let found = scope.db.selectFrom(searched.as('found')).selectAll('found')
  if (part !== '') found = found.where(containsText(dialect, 'found.lower_version', part))
  if (after !== null)
    found = found.where(sql<boolean>`(found.first_seen_at, found.id) < (${after.firstSeenAt}, ${after.id})`)
  const page = found.orderBy('found.first_seen_at', 'desc').orderBy('found.id', 'desc').limit(limit)
  return scope.db
    .selectFrom(page.as('page'))
    .innerJoin('project', (join) =>
      join.on('project.org_id', '=', scope.orgId).onRef('project.id', '=', 'page.project_id'),
    )
    .select(['page.id', 'page.project_id', 'page.version', 'page.first_seen_at', 'page.last_seen_at'])
    .select(['page.hidden_at', 'page.event_count', 'page.is_partial', 'project.uid as project_uid'])
    .orderBy('page.first_seen_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
}

/** By place in the list. Each count ends at its limit, so that what is read does not grow with the issues. */
async function countIssues(
  { db, orgId }: OrgScope,
  releases: readonly ListedRow[],
): Promise<Map<number, IssueCounts>> {
  if (releases.length === 0) return new Map()
  const upTo = (issues: RawBuilder<unknown>) =>
    sql`(SELECT count(*) FROM (${issues} LIMIT ${sql.lit(LIMITS.issuesTotalExact + 1)}) AS counted)`
  const isShown = sql`issue.org_id = ${orgId} AND issue.merge_parent_id IS NULL AND issue.project_id = chosen.project_id`
  const begun = sql`SELECT 1 AS one FROM issue
    WHERE ${isShown} AND issue.first_release = chosen.version AND issue.first_release <> ''`
  const reopened = sql`SELECT 1 AS one FROM issue
    WHERE ${isShown} AND issue.regressed_in_release = chosen.version AND issue.regressed_in_release IS NOT NULL`
  // `IS TRUE` leaves PostgreSQL the row key alone to find the issue by.
  const fixed = sql`SELECT 1 AS one FROM issue_fix CROSS JOIN issue
    WHERE issue_fix.org_id = ${orgId} AND issue_fix.release = chosen.version AND issue_fix.is_current = 1
      AND issue.org_id = ${orgId} AND issue.id = issue_fix.issue_id
      AND (issue.status = 'resolved' AND issue.merge_parent_id IS NULL AND issue.project_id = chosen.project_id) IS TRUE`
  const named = releases.map(
    ({ project_id, version }, place) =>
      sql`(CAST(${place} AS BIGINT), CAST(${project_id} AS BIGINT), CAST(${version} AS TEXT))`,
  )
  const { rows } = await sql<IssueCounts & { place: number }>`
    SELECT chosen.place, ${upTo(begun)} AS first_release, ${upTo(reopened)} AS regressed_in, ${upTo(fixed)} AS resolved_in
    FROM (SELECT column1 AS place, column2 AS project_id, column3 AS version
      FROM (VALUES ${sql.join(named)}) AS named) AS chosen`.execute(db)
  return new Map(rows.map(({ place, ...counts }) => [place, counts]))
}
