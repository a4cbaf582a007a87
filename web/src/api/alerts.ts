import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query'
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

/** Whether a query has alerts about one of these issues, or of one of these projects. */
export function showsAlertsOf(
  { queryKey, state }: Query,
  issues: ReadonlySet<string>,
  projects: ReadonlySet<string>,
): boolean {
  if (queryKey[0] !== alertKeys.lists[0] || queryKey[1] !== alertKeys.lists[1]) return false
  const { pages = [] } = (state.data ?? {}) as { pages?: AlertPage[] }
  return pages.some((page) =>
    page.alerts.some(
      ({ issue_id: id, project_id }) => id !== null && (issues.has(id) || projects.has(project_id)),
    ),
  )
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
