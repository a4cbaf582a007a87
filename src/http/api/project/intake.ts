import { previewRules } from '#actions/grouping/preview-rules.ts'
import { changeIntake, readIntake, tryScrubbing } from '#actions/projects/project-intake.ts'
import type { GroupingPreview, GroupingPreviewInput } from '#contract/project/grouping-preview.ts'
import type {
  ProjectIntake,
  ProjectIntakePatch,
  ScrubbedSample,
  ScrubbingTest,
} from '#contract/project/intake.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getIntake({
  services,
  principal,
  params,
}: AuthenticatedCall<{ params: IdParams }>): Promise<ProjectIntake> {
  return readIntake(services, principal, params.id)
}

export async function patchIntake(
  call: AuthenticatedCall<{ params: IdParams; body: ProjectIntakePatch }>,
): Promise<ProjectIntake> {
  const { services, params, body } = call
  const change = { projectUid: params.id, patch: body }
  return changeIntake(services, callerOf(call), change)
}

export async function postScrubbingTest({
  services,
  principal,
  params,
  body,
}: AuthenticatedCall<{ params: IdParams; body: ScrubbingTest }>): Promise<ScrubbedSample> {
  return { scrubbed: await tryScrubbing(services, principal, { projectUid: params.id, ...body }) }
}

export async function postGroupingPreview({
  services,
  principal,
  params,
  body,
}: AuthenticatedCall<{ params: IdParams; body: GroupingPreviewInput }>): Promise<GroupingPreview> {
  return previewRules(services, principal, { projectUid: params.id, ...body })
}
