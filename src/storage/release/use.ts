import type { SeenRelease } from '#domain/release/newest-release.ts'
import type { OrgScope } from '../engine/scope.ts'
import { listShownReleases } from './release.ts'

/** Senders of events decide how many releases there are: only the newest ones are compared. */
const COMPARED = 50
const LOOKED_AT = 20_000

export async function releasesAround(
  scope: OrgScope,
  projectId: number,
  version: string,
): Promise<SeenRelease[]> {
  const newest = await listShownReleases(scope, projectId, COMPARED)
  if (newest.some((release) => release.version === version)) return newest
  const named = await scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .where('hidden_at', 'is', null)
    .execute()
  return [...named, ...newest]
}

/** True if a project (row key) had an event of one of these releases at a time (epoch ms) or later. */
export async function isUsedSince(
  scope: OrgScope,
  { projectId, versions, since }: { projectId: number; versions: readonly string[]; since: number },
): Promise<boolean> {
  if (versions.length === 0) return false
  const seen = scope.db
    .selectFrom('issue_facet')
    .select(['issue_facet.issue_id', 'issue_facet.last_seen_at'])
    .where('issue_facet.org_id', '=', scope.orgId)
    .where('issue_facet.facet', '=', 'release')
    .where('issue_facet.value', 'in', versions)
    .limit(LOOKED_AT)
  const row = await scope.db
    .selectFrom(seen.as('seen'))
    .innerJoin('issue', 'issue.id', 'seen.issue_id')
    .select('issue.id')
    .where('issue.org_id', '=', scope.orgId)
    .where('issue.project_id', '=', projectId)
    .where('seen.last_seen_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
