import { groupingPreview, groupingPreviewInput } from '#contract/project/grouping-preview.ts'
import { projectIntake, projectIntakePatch, scrubbedSample, scrubbingTest } from '#contract/project/intake.ts'
import { idParams } from '#contract/scalars.ts'
import { getIntake, patchIntake, postGroupingPreview, postScrubbingTest } from '../../api/project/intake.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export function intakeRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/projects/{id}/intake',
      {
        access: 'projects:read',
        summary: 'Show inbound filters, scrubbing and fingerprint rules of a project',
        params: idParams,
        answer: projectIntake,
      },
      getIntake,
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
      patchIntake,
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
      postScrubbingTest,
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
      postGroupingPreview,
    ),
  ]
}
