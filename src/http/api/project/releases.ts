import { changeRelease, projectReleases } from '#actions/projects/project-releases.ts'
import { listReleasePage } from '#actions/projects/release-page.ts'
import type {
  Release,
  ReleaseList,
  ReleasePage,
  ReleasePageQuery,
  ReleaseParams,
  ReleasePatch,
} from '#contract/project/release.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getReleases(
  call: AuthenticatedCall<{ query: ReleasePageQuery }>,
): Promise<ReleasePage> {
  return listReleasePage(call.services, call.principal, call.query)
}

export async function getProjectReleases(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<ReleaseList> {
  return { releases: await projectReleases(call.services, call.principal, call.params.id) }
}

export async function patchRelease(
  call: AuthenticatedCall<{ params: ReleaseParams; body: ReleasePatch }>,
): Promise<Release> {
  const { id: projectUid, version } = call.params
  return changeRelease(call.services, callerOf(call), { projectUid, version, hidden: call.body.hidden })
}
