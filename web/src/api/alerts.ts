import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { Alert, AlertPage, AlertPatch, AlertView } from './wire.ts'

const ALERTS_PER_PAGE = 50
const ALERTS_OF_ISSUE = 5

export interface AlertFilter {
  view: AlertView
  project?: string | undefined
}

/** Any change of an alert touches `all`. */
export const alertKeys = { all: ['alerts'] as const, lists: ['alerts', 'list'] as const }

/** Alerts, newest first, page by page. */
export function alertsQuery({ view, project }: AlertFilter) {
  return infiniteQueryOptions({
    queryKey: [...alertKeys.lists, { view, project } satisfies AlertFilter],
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ view, project_id: project, limit: ALERTS_PER_PAGE, cursor: pageParam })
      return request<AlertPage>('GET', `/api/v1/alerts${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: AlertPage) => page.next_cursor ?? undefined,
    staleTime: 15_000,
  })
}

/** The latest alerts about an issue, and about what is merged into it. */
export function issueAlertsQuery(issueId: string) {
  return queryOptions({
    queryKey: [...alertKeys.all, 'issue', issueId],
    queryFn: async ({ signal }) => {
      const query = queryString({ issue_id: issueId, limit: ALERTS_OF_ISSUE })
      return (await request<AlertPage>('GET', `/api/v1/alerts${query}`, { signal })).alerts
    },
    staleTime: 15_000,
  })
}

/** How many alerts wait to be read, in all projects. */
export const unreadAlertsQuery = queryOptions({
  queryKey: [...alertKeys.all, 'count'],
  queryFn: async ({ signal }) =>
    (await request<AlertPage>('GET', '/api/v1/alerts?view=unread&limit=1', { signal })).unread_count,
  staleTime: 15_000,
})

export function changeAlert(id: string, change: AlertPatch): Promise<Alert> {
  return request('PATCH', `/api/v1/alerts/${id}`, { body: change })
}

/** Marks every alert as read, of one project or of all. */
export function readAllAlerts(project: string | undefined): Promise<{ updated: number }> {
  return request('POST', '/api/v1/alerts/read-all', { body: { project_id: project } })
}
