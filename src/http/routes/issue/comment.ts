import { commentListQuery, commentPage, createdComment, newComment } from '#contract/issue/comment.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { deleteOneComment, getComments, postComment } from '../../api/issue/comments.ts'
import { authenticatedRoute, type Route, streamedRoute } from '../route.ts'

export function commentRoutes(): Route[] {
  return [
    streamedRoute(
      'GET /api/v1/issues/{id}/comments',
      {
        access: 'issues:read',
        summary: 'List the comments on an issue',
        params: idParams,
        query: commentListQuery,
        answer: commentPage,
      },
      getComments,
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
      postComment,
    ),
    authenticatedRoute(
      'DELETE /api/v1/comments/{id}',
      { access: 'issues:triage', summary: 'Delete a comment', params: idParams, answer: deletedAnswer },
      deleteOneComment,
    ),
  ]
}
