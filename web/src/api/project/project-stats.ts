import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import type { IssueWindow, ProjectStatsList } from '../wire.ts'

export const projectStatsKey = ['project-stats'] as const

/** Events and issues of every project in a time. */
export function projectStatsQuery(window: IssueWindow) {
  return queryOptions({
    queryKey: [...projectStatsKey, window],
    queryFn: ({ signal }) => {
      const path = `/api/v1/stats/projects${queryString({ window })}`
      return request<ProjectStatsList>('GET', path, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}
