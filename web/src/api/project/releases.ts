import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Release } from '../wire.ts'

/** Releases that events of a project have named, latest first; hidden ones too. */
export function releasesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['releases', projectId],
    queryFn: async ({ signal }) =>
      (await request<{ releases: Release[] }>('GET', `/api/v1/projects/${projectId}/releases`, { signal }))
        .releases,
    staleTime: 60_000,
  })
}

export function hideRelease(projectId: string, version: string, hidden: boolean): Promise<Release> {
  const path = `/api/v1/projects/${projectId}/releases/${encodeURIComponent(version)}`
  return request('PATCH', path, { body: { hidden } })
}
