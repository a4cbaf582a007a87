import type { KnownReleases } from '#domain/issue/status.ts'
import { newestRelease } from '#domain/release/newest-release.ts'
import type { OrgScope } from '../engine/scope.ts'
import { findMergedKeys } from '../issue/issue.ts'
import { listShownReleases, releasesSeenIn } from './release.ts'

type Scope = Pick<OrgScope, 'db' | 'orgId'>

const NEIGHBOURS = 10

interface KnownIssue {
  id: number
  project_id: number
  /** Only what it was seen in at that time or before, epoch ms; absent: until now. */
  until?: number | null
}

/**
 * Visible releases that each issue, or one merged into it, was seen in. Those of other issues don't count:
 * one event with a bogus release would end regressions for all.
 */
export async function knownReleases(
  scope: Scope,
  issues: readonly KnownIssue[],
): Promise<Map<number, KnownReleases>> {
  const rootIds = issues.map(({ id }) => id)
  const merged = Map.groupBy(await findMergedKeys(scope, rootIds), ({ rootId }) => rootId)
  const neighbours = await latestReleases(scope, new Set(issues.map((issue) => issue.project_id)))
  const known = new Map<number, KnownReleases>()
  // A statement for each issue: one can have a thousand releases, and those of all would be in memory at once.
  for (const { id, project_id: projectId, until } of issues) {
    const issueIds = [id, ...(merged.get(id) ?? []).map((child) => child.id)]
    const seen = await releasesSeenIn(scope, { projectId, issueIds, until: until ?? undefined })
    const others = neighbours.get(projectId)!
    const latest = [...new Set([...seen.slice(0, NEIGHBOURS).map(({ version }) => version), ...others])]
    known.set(id, { newest: newestRelease(seen, others), latest })
  }
  return known
}

/** Of each project (row key), latest first. */
async function latestReleases(scope: Scope, projectIds: Iterable<number>): Promise<Map<number, string[]>> {
  const latest = new Map<number, string[]>()
  for (const projectId of projectIds) {
    const rows = await listShownReleases(scope, projectId, NEIGHBOURS)
    latest.set(
      projectId,
      rows.map(({ version }) => version),
    )
  }
  return latest
}
