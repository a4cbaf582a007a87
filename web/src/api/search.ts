import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import { fetchIssues, ISSUES_PER_PAGE, type IssueFilter } from './issues.ts'
import type { CompletionAnswer, CompletionKey } from './wire.ts'

const VALUES_SHOWN = 12

interface CompletionRequest {
  key: CompletionKey
  /** With `tag`: the tag whose values are asked for; absent: names of tags. */
  tag?: string | undefined
  prefix: string
  project?: string | undefined
}

/** Values of a search key that begin with a prefix, each with the number of issues that have it. */
export function completionQuery({ key, tag, prefix, project }: CompletionRequest) {
  return queryOptions({
    queryKey: ['completion', key, tag, project, prefix.toLowerCase()],
    queryFn: async ({ signal }) => {
      const query = queryString({ key, tag, prefix, project_id: project, limit: VALUES_SHOWN })
      return (await request<CompletionAnswer>('GET', `/api/v1/search/values${query}`, { signal })).values
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/** The same search elsewhere, for the hints of an empty list: one page, and a key apart from the lists. */
export function elsewhereQuery(filter: IssueFilter) {
  return queryOptions({
    queryKey: ['issues-elsewhere', filter],
    queryFn: ({ signal }) => fetchIssues(filter, { limit: ISSUES_PER_PAGE, signal }),
  })
}
