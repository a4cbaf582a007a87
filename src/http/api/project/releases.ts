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
import type { SessionCall } from '../../routes/route.ts'

export async function getReleases(call: SessionCall<{ query: ReleasePageQuery }>): Promise<ReleasePage> {
  return listReleasePage(call.services, call.principal, call.query)
}

export async function getProjectReleases(call: SessionCall<{ params: IdParams }>): Promise<ReleaseList> {
  return { releases: await projectReleases(call.services, call.principal, call.params.id) }
}

export async function patchRelease(
  call: SessionCall<{ params: ReleaseParams; body: ReleasePatch }>,
): Promise<Release> {
  const { id: projectUid, version } = call.params
  return changeRelease(call.services, callerOf(call), { projectUid, version, hidden: call.body.hidden })
}
