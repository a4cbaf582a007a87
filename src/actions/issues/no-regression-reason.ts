import { comparisonOfResolution, whyNoRegression } from '#domain/issue/status.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import { resolutionOf } from '#storage/issue/state.ts'
import { knownReleases } from '#storage/release/known-releases.ts'
import { hiddenReleases } from '#storage/release/release.ts'

/** Why the latest event of a resolved issue did not make it a regression; null if its release does not say. */
export async function noRegressionReason(scope: OrgScope, issue: IssueRow): Promise<string | null> {
  const { id, project_id, release, resolved_in_release, resolved_at, resolved_base_release } = issue
  const versions = [release, resolved_base_release].filter((version) => version !== null)
  const hidden = await hiddenReleases(scope, project_id, versions)
  const resolution = resolutionOf(issue)
  if (!resolved_in_release && resolved_base_release !== null && hidden.has(resolved_base_release)) {
    // The next event will be measured by the newest release that is not hidden.
    const seen = await knownReleases(scope, [{ id, project_id, until: resolved_at }])
    const { newest, latest } = seen.get(id)!
    resolution.resolvedBaseRelease = newest
    resolution.resolvedComparison = comparisonOfResolution(newest, latest)
  }
  return whyNoRegression(resolution, { release, isHidden: hidden.has(release) })
}
