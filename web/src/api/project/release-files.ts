import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { ReleaseFileGroups } from '../wire.ts'

/** A project's uploaded files, by release. */
export function filesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['release-files', projectId],
    queryFn: async ({ signal }) =>
      (await request<ReleaseFileGroups>('GET', `/api/v1/projects/${projectId}/release-files`, { signal }))
        .releases,
  })
}

export function deleteFiles(projectId: string, version: string): Promise<{ deleted: number }> {
  return request('DELETE', `/api/v1/projects/${projectId}/releases/${encodeURIComponent(version)}/files`)
}
