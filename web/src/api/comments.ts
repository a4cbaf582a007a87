import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import { issueKeys } from './issue-keys.ts'
import type { CommentPage, IssueComment } from './wire.ts'

const COMMENTS_PER_PAGE = 100

/** Comments of an issue, newest first, page by page. */
export function commentsQuery(issueId: string) {
  return infiniteQueryOptions({
    queryKey: issueKeys.live(issueId, 'comments'),
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ limit: COMMENTS_PER_PAGE, cursor: pageParam })
      return request<CommentPage>('GET', `/api/v1/issues/${issueId}/comments${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: CommentPage) => page.next_cursor ?? undefined,
    staleTime: 5000,
  })
}

export function postComment(issueId: string, body: string): Promise<IssueComment> {
  return request('POST', `/api/v1/issues/${issueId}/comments`, { body: { body } })
}

export function deleteComment(id: string): Promise<{ deleted: boolean }> {
  return request('DELETE', `/api/v1/comments/${id}`)
}
