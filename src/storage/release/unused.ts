import { type ExpressionBuilder, sql } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { Schema } from '../schema/schema.ts'

export interface ReleasePlace {
  firstSeenAt: number
  id: number
}

export interface ReleasePage {
  projectId: number
  before: number
  /** Those after this one; null for the first page. */
  after: ReleasePlace | null
  limit: number
}

/**
 * Deletes a page's releases that no issue was seen in or measured by and without files; hidden ones stay.
 * Run in a transaction. @returns the last one of the page; null at the end.
 */
export async function dropUnusedReleases(scope: OrgScope, page: ReleasePage): Promise<ReleasePlace | null> {
  const looked = await pageOf(scope, page)
  const unused = looked.filter(({ used }) => !used).map(({ id }) => id)
  if (unused.length > 0) await dropReleases(scope, { projectId: page.projectId, ids: unused })
  return looked.length < page.limit ? null : looked.at(-1)!
}

function pageOf(scope: OrgScope, { projectId, before, after, limit }: ReleasePage) {
  let query = scope.db
    .selectFrom('release')
    .select((eb) => ['id', 'first_seen_at as firstSeenAt', isUsed(eb, scope, projectId).as('used')])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('first_seen_at', '<', before)
    .where('hidden_at', 'is', null)
  if (after) query = query.where(sql<boolean>`(first_seen_at, id) > (${after.firstSeenAt}, ${after.id})`)
  return query.orderBy('first_seen_at').orderBy('id').limit(limit).execute()
}

/** A batch may be about to name one again: the lock waits for such batches, then what is unused is looked up again. */
async function dropReleases(
  scope: OrgScope,
  { projectId, ids }: { projectId: number; ids: readonly number[] },
): Promise<void> {
  if (dialectOf(scope) === 'postgres') {
    await sql`LOCK TABLE release IN SHARE ROW EXCLUSIVE MODE`.execute(scope.db)
  }
  await scope.db
    .deleteFrom('release')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .where((eb) => eb.not(isUsed(eb, scope, projectId)))
    .execute()
}

function isUsed(eb: ExpressionBuilder<Schema, 'release'>, { orgId }: OrgScope, projectId: number) {
  const measures = (column: 'resolved_base_release' | 'resolved_in_release') =>
    eb
      .selectFrom('issue')
      .select(`issue.${column} as version`)
      .where('issue.org_id', '=', orgId)
      .where('issue.project_id', '=', projectId)
      .where(`issue.${column}`, 'is not', null)
  return eb.or([
    eb.exists(
      eb
        .selectFrom('issue_facet')
        .innerJoin('issue', (join) =>
          join
            .onRef('issue.org_id', '=', 'issue_facet.org_id')
            .onRef('issue.id', '=', 'issue_facet.issue_id')
            .on('issue.project_id', '=', projectId),
        )
        .select('issue.id')
        .where('issue_facet.org_id', '=', orgId)
        .where('issue_facet.facet', '=', 'release')
        .whereRef('issue_facet.value', '=', 'release.version'),
    ),
    eb.exists(
      eb
        .selectFrom('release_file')
        .select('release_file.id')
        .where('release_file.org_id', '=', orgId)
        .where('release_file.project_id', '=', projectId)
        .whereRef('release_file.version', '=', 'release.version'),
    ),
    eb('release.version', 'in', measures('resolved_base_release')),
    eb('release.version', 'in', measures('resolved_in_release')),
  ])
}
