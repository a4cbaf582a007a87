import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import type { Release, ReleasePage } from '../wire.ts'

const RELEASES_PER_PAGE = 50

export const releaseKeys = { all: ['releases'] as const }

/** Releases that events of a project have named, latest first; hidden ones too. */
export function releasesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...releaseKeys.all, 'of', projectId],
    queryFn: async ({ signal }) =>
      (await request<{ releases: Release[] }>('GET', `/api/v1/projects/${projectId}/releases`, { signal }))
        .releases,
    staleTime: 60_000,
  })
}

/** Releases of one project or of all with their numbers, latest first, page by page; `version`: a part of it. */
export function releasePagesQuery({ project, version }: { project?: string; version?: string }) {
  return infiniteQueryOptions({
    queryKey: [...releaseKeys.all, 'pages', project, version],
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: RELEASES_PER_PAGE, cursor: pageParam }
      const query = queryString({ project_id: project, version, ...page })
      return request<ReleasePage>('GET', `/api/v1/releases${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: ReleasePage) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export function setReleaseHidden(projectId: string, version: string, hidden: boolean): Promise<Release> {
  const path = `/api/v1/projects/${projectId}/releases/${encodeURIComponent(version)}`
  return request('PATCH', path, { body: { hidden } })
}
