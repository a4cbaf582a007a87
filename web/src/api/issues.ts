import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import { issueKeys, keepOfIssue } from './issue-keys.ts'
import { pendingOf } from './pending-changes.ts'
import type {
  IssueDetail,
  IssuePage,
  IssueSort,
  IssueWindow,
  Timeline,
  TimelineWindow,
  Trend,
} from './wire.ts'

export const ISSUES_PER_PAGE = 50

export interface IssueFilter {
  project?: string
  q: string
  window: IssueWindow
  sort: IssueSort
}

export function fetchIssues(
  filter: IssueFilter,
  page: { cursor?: string; limit: number; signal?: AbortSignal },
) {
  const { project, ...rest } = filter
  const query = queryString({ project_id: project, ...rest, limit: page.limit, cursor: page.cursor })
  return request<IssuePage>('GET', `/api/v1/issues${query}`, page.signal ? { signal: page.signal } : {})
}

/** The list, page by page. The previous list stays on screen while a changed filter loads. */
export function issuesQuery(filter: IssueFilter) {
  return infiniteQueryOptions({
    queryKey: issueKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      fetchIssues(filter, { cursor: pageParam, limit: ISSUES_PER_PAGE, signal }),
    initialPageParam: '',
    getNextPageParam: (page: IssuePage) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    // Updates come through the live connection, which doesn't move rows under the reader.
    refetchOnWindowFocus: false,
  })
}

interface CachedList {
  key: QueryKey
  filter: IssueFilter
  data: InfiniteData<IssuePage>
  /** Epoch ms. */
  updatedAt: number
}

/** Every list in the cache. */
export function cachedLists(queryClient: QueryClient): CachedList[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: issueKeys.lists })
    .flatMap(({ queryKey, state }) =>
      state.data === undefined
        ? []
        : [
            {
              key: queryKey,
              filter: queryKey[1] as IssueFilter,
              data: state.data as InfiniteData<IssuePage>,
              updatedAt: state.dataUpdatedAt,
            },
          ],
    )
}

/** The first page of the list as it is now, past the cache. */
export function readFirstPage(filter: IssueFilter): Promise<IssuePage> {
  return fetchIssues(filter, { limit: ISSUES_PER_PAGE })
}

/** How many issues a filter matches; `capped` means that many or more. */
export function issueCountQuery(filter: Omit<IssueFilter, 'sort'>) {
  return queryOptions({
    queryKey: issueKeys.count(filter),
    queryFn: async ({ signal }) => {
      const page = await fetchIssues({ ...filter, sort: 'last_seen_desc' }, { limit: 1, signal })
      return { total: page.total, capped: page.total_capped === true }
    },
    staleTime: 15_000,
  })
}

/** Sparkline data of at most 200 issues, by issue id. */
export function trendsQuery(ids: string[], window: IssueWindow) {
  return queryOptions({
    queryKey: issueKeys.trendsOf(window, ids),
    queryFn: async ({ signal }) => {
      const body = { issue_ids: ids, window }
      const { trends } = await request<{ trends: Trend[] }>('POST', '/api/v1/issues/trends', { body, signal })
      return new Map(trends.map((trend) => [trend.issue_id, trend.buckets]))
    },
    enabled: ids.length > 0,
    // A row that left the list changes the ids; the rows that stay keep their bars meanwhile.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export function issueQuery(id: string) {
  return queryOptions({
    queryKey: issueKeys.live(id, 'detail'),
    queryFn: ({ client, signal }) =>
      pendingOf(client).current(() => request<IssueDetail>('GET', `/api/v1/issues/${id}`, { signal })),
    staleTime: 15_000,
  })
}

export function timelineQuery(id: string, window: TimelineWindow) {
  return queryOptions({
    queryKey: issueKeys.live(id, 'timeline', window),
    queryFn: ({ signal }) =>
      request<Timeline>('GET', `/api/v1/issues/${id}/timeline?window=${window}`, { signal }),
    placeholderData: keepOfIssue(id),
    staleTime: 30_000,
  })
}
