import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { ReleaseFileGroups, ReleaseFileList } from '../wire.ts'

/** A project's uploaded files, by release. */
export function filesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['release-files', projectId],
    queryFn: async ({ signal }) =>
      (await request<ReleaseFileGroups>('GET', `/api/v1/projects/${projectId}/release-files`, { signal }))
        .releases,
  })
}

/** The files of one release, by name; of an empty one, those that are found by debug ID alone. */
export function releaseFilesQuery(projectId: string, version: string) {
  return queryOptions({
    queryKey: [...filesQuery(projectId).queryKey, version],
    queryFn: async ({ signal }) =>
      (await request<ReleaseFileList>('GET', listPath(projectId, version), { signal })).files,
  })
}

function listPath(projectId: string, version: string): string {
  return version === ''
    ? `/api/v1/projects/${projectId}/release-files/by-debug-id`
    : filesPath(projectId, version)
}

function filesPath(projectId: string, version: string): string {
  return `/api/v1/projects/${projectId}/releases/${encodeURIComponent(version)}/files`
}

export function deleteFiles(projectId: string, version: string): Promise<{ deleted: number }> {
  return request('DELETE', filesPath(projectId, version))
}
