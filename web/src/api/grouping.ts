import { queryOptions } from '@tanstack/react-query'
import type { IssueGrouping } from '#contract/issue/grouping.ts'
import { queryString, request } from './client.ts'
import { issueKeys } from './issue-keys.ts'

/** Why an issue's events are one issue, compared with another one if `compareWith` names it. */
export function issueGroupingQuery(id: string, compareWith?: string) {
  return queryOptions({
    queryKey: issueKeys.still(id, 'grouping', compareWith ?? null),
    queryFn: ({ signal }) => {
      const query = queryString({ compare_with: compareWith })
      return request<IssueGrouping>('GET', `/api/v1/issues/${id}/grouping${query}`, { signal })
    },
    staleTime: 10_000,
  })
}
