import { previewRules } from '#actions/grouping/preview-rules.ts'
import { changeIntake, readIntake, tryScrubbing } from '#actions/projects/project-intake.ts'
import { groupingPreview, groupingPreviewInput } from '#contract/project/grouping-preview.ts'
import { projectIntake, projectIntakePatch, scrubbedSample, scrubbingTest } from '#contract/project/intake.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export const INTAKE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/projects/{id}/intake',
    {
      access: 'projects:read',
      summary: 'Show inbound filters, scrubbing and fingerprint rules of a project',
      params: idParams,
      answer: projectIntake,
    },
    ({ services, principal, params }) => readIntake(services, principal, params.id),
  ),
  authenticatedRoute(
    'PATCH /api/v1/projects/{id}/intake',
    {
      access: 'projects:write',
      summary: 'Change inbound filters, scrubbing and fingerprint rules of a project',
      params: idParams,
      body: projectIntakePatch,
      answer: projectIntake,
    },
    (call) => changeIntake(call.services, callerOf(call), { projectUid: call.params.id, patch: call.body }),
  ),
  authenticatedRoute(
    'POST /api/v1/projects/{id}/scrubbing-test',
    {
      access: 'projects:write',
      summary: 'Preview scrubbing of a sample event',
      params: idParams,
      body: scrubbingTest,
      answer: scrubbedSample,
    },
    async ({ services, principal, params, body }) => ({
      scrubbed: await tryScrubbing(services, principal, { projectUid: params.id, ...body }),
    }),
  ),
  authenticatedRoute(
    'POST /api/v1/projects/{id}/grouping-preview',
    {
      access: 'projects:write',
      summary: 'Preview fingerprint rules on stored events',
      params: idParams,
      body: groupingPreviewInput,
      answer: groupingPreview,
      limit: 'one at a time; organizations take turns',
    },
    ({ services, principal, params, body }) =>
      previewRules(services, principal, { projectUid: params.id, ...body }),
  ),
]
