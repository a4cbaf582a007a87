import { queryOptions } from '@tanstack/react-query'
import type { GroupingPreview, GroupingPreviewInput } from '#contract/project/grouping-preview.ts'
import type {
  ProjectIntake,
  ProjectIntakePatch,
  ScrubbedSample,
  ScrubbingTest,
} from '#contract/project/intake.ts'
import { request } from '../client.ts'

/** A project's filters, scrubbing rules and fingerprint rules. */
export function intakeQuery(projectId: string) {
  return queryOptions({
    queryKey: ['intake', projectId],
    queryFn: ({ signal }) =>
      request<ProjectIntake>('GET', `/api/v1/projects/${projectId}/intake`, { signal }),
    staleTime: 15_000,
  })
}

export function changeIntake(projectId: string, change: ProjectIntakePatch): Promise<ProjectIntake> {
  return request('PATCH', `/api/v1/projects/${projectId}/intake`, { body: change })
}

export function tryScrubbing(projectId: string, test: ScrubbingTest): Promise<ScrubbedSample> {
  return request('POST', `/api/v1/projects/${projectId}/scrubbing-test`, { body: test })
}

export function tryGrouping(projectId: string, rules: GroupingPreviewInput): Promise<GroupingPreview> {
  return request('POST', `/api/v1/projects/${projectId}/grouping-preview`, { body: rules })
}
