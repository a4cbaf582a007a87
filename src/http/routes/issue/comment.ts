import { addComment, deleteComment, listComments } from '#actions/issues/comments.ts'
import { commentListQuery, commentPage, createdComment, newComment } from '#contract/issue/comment.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { principalMay } from '../../auth/principal-may.ts'
import { ListInPieces } from '../../server/list-in-pieces.ts'
import { authenticatedRoute, type Route, streamedRoute } from '../route.ts'

export const COMMENT_ROUTES: readonly Route[] = [
  streamedRoute(
    'GET /api/v1/issues/{id}/comments',
    {
      access: 'issues:read',
      summary: 'List the comments on an issue',
      params: idParams,
      query: commentListQuery,
      answer: commentPage,
    },
    async ({ services, principal, params, query }) => {
      const { comments, ...rest } = await listComments(services, principal, { issueId: params.id, query })
      return new ListInPieces('comments', comments, rest)
    },
  ),
  authenticatedRoute(
    'POST /api/v1/issues/{id}/comments',
    {
      access: 'issues:triage',
      summary: 'Comment on an issue',
      params: idParams,
      body: newComment,
      answer: createdComment,
      status: 201,
      errors: ['conflict'],
    },
    ({ services, principal, params, body }) =>
      addComment(services, principal, { issueId: params.id, body: body.body }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/comments/{id}',
    { access: 'issues:triage', summary: 'Delete a comment', params: idParams, answer: deletedAnswer },
    async ({ services, principal, params }) => {
      const mayAny = principalMay(principal, 'comments:moderate')
      await deleteComment(services, principal, { commentId: params.id, mayAny })
      return { deleted: true } as const
    },
  ),
]
