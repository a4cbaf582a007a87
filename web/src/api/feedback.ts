import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { FeedbackPage, IssueFeedbackAnswer } from './wire.ts'

const FEEDBACK_PER_PAGE = 50
const FEEDBACK_OF_ISSUE = 200

/** Feedback of one project or of all, newest first, page by page. */
export function feedbackQuery(project: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['feedback', 'list', project],
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ project_id: project, limit: FEEDBACK_PER_PAGE, cursor: pageParam })
      return request<FeedbackPage>('GET', `/api/v1/feedback${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: FeedbackPage) => page.next_cursor ?? undefined,
    staleTime: 30_000,
  })
}

/** Feedback about any event of an issue, newest first. */
export function issueFeedbackQuery(issueId: string) {
  return queryOptions({
    queryKey: ['feedback', 'issue', issueId],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/issues/${issueId}/feedback${queryString({ limit: FEEDBACK_OF_ISSUE })}`
      return (await request<IssueFeedbackAnswer>('GET', path, { signal })).feedback
    },
    staleTime: 30_000,
  })
}
