import { queryOptions } from '@tanstack/react-query'
import type { IssueGrouping } from '#contract/issue/grouping.ts'
import { queryString, request } from './client.ts'

/** Why an issue's events are one issue, compared with another one if `compareWith` names it. */
export function issueGroupingQuery(id: string, compareWith?: string) {
  return queryOptions({
    queryKey: ['issue-grouping', id, compareWith ?? null],
    queryFn: ({ signal }) => {
      const query = queryString({ compare_with: compareWith })
      return request<IssueGrouping>('GET', `/api/v1/issues/${id}/grouping${query}`, { signal })
    },
    staleTime: 10_000,
  })
}
