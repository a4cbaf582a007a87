import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type {
  IssueActivity,
  IssueDetail,
  IssuePage,
  IssueSort,
  IssueStatus,
  IssueSummary,
  IssueWindow,
  SnoozeMode,
  Timeline,
  TimelineWindow,
  Trend,
} from './wire.ts'

const ISSUES_PER_PAGE = 50

export interface IssueFilter {
  project?: string
  q: string
  window: IssueWindow
  sort: IssueSort
}

function fetchIssues(filter: IssueFilter, page: { cursor?: string; limit: number; signal?: AbortSignal }) {
  const { project, ...rest } = filter
  const query = queryString({ project_id: project, ...rest, limit: page.limit, cursor: page.cursor })
  return request<IssuePage>('GET', `/api/v1/issues${query}`, page.signal ? { signal: page.signal } : {})
}

/** The list, page by page. The previous list stays on screen while a changed filter loads. */
export function issuesQuery(filter: IssueFilter) {
  return infiniteQueryOptions({
    queryKey: ['issues', filter],
    queryFn: ({ pageParam, signal }) =>
      fetchIssues(filter, { cursor: pageParam, limit: ISSUES_PER_PAGE, signal }),
    initialPageParam: '',
    getNextPageParam: (page: IssuePage) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    // What is new comes by the live connection, which moves nothing under the reader.
    refetchOnWindowFocus: false,
  })
}

/** The first page of the list as it is now, past the cache. */
export function readFirstPage(filter: IssueFilter): Promise<IssuePage> {
  return fetchIssues(filter, { limit: ISSUES_PER_PAGE })
}

/** How many issues a filter matches; `capped` means that many or more. */
export function issueCountQuery(filter: Omit<IssueFilter, 'sort'>) {
  return queryOptions({
    queryKey: ['issue-count', filter],
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
    queryKey: ['trends', window, ids],
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
    queryKey: ['issue', id],
    queryFn: ({ signal }) => request<IssueDetail>('GET', `/api/v1/issues/${id}`, { signal }),
    staleTime: 15_000,
  })
}

export function timelineQuery(id: string, window: TimelineWindow) {
  return queryOptions({
    queryKey: ['timeline', id, window],
    queryFn: ({ signal }) =>
      request<Timeline>('GET', `/api/v1/issues/${id}/timeline?window=${window}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export function issueReleasesQuery(id: string) {
  return queryOptions({
    queryKey: ['issue-releases', id],
    queryFn: ({ signal }) =>
      request<{ releases: string[] }>('GET', `/api/v1/issues/${id}/releases`, { signal }),
    staleTime: 60_000,
  })
}

/** What was done to an issue and by whom, newest first. */
export function issueActivityQuery(id: string) {
  return queryOptions({
    queryKey: ['issue-activity', id],
    queryFn: ({ signal }) =>
      request<{ activity: IssueActivity[] }>('GET', `/api/v1/issues/${id}/activity`, { signal }),
    staleTime: 5000,
  })
}

export interface IssueChange {
  status?: IssueStatus
  resolved_in_release?: string
}

export function changeIssue(id: string, change: IssueChange): Promise<IssueSummary> {
  return request('PATCH', `/api/v1/issues/${id}`, { body: change })
}

/** `action`: a status. At most 500 ids. */
export function changeIssues(ids: string[], action: IssueStatus): Promise<{ updated: number }> {
  return request('PATCH', '/api/v1/issues/bulk', { body: { ids, action } })
}

export function snoozeIssue(id: string, mode: SnoozeMode): Promise<IssueSummary> {
  return request('POST', `/api/v1/issues/${id}/snooze`, { body: { mode } })
}
