import { addComment, deleteComment, listComments } from '#actions/issues/comments.ts'
import type { CommentListQuery, CreatedComment, NewComment } from '#contract/issue/comment.ts'
import type { DeletedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { principalMay } from '../../auth/principal-may.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'
import { ListInPieces } from '../../server/list-in-pieces.ts'

export async function getComments(
  call: AuthenticatedCall<{ params: IdParams; query: CommentListQuery }>,
): Promise<ListInPieces> {
  const { services, principal, params, query } = call
  const { comments, ...rest } = await listComments(services, principal, { issueId: params.id, query })
  return new ListInPieces('comments', comments, rest)
}

export async function postComment(
  call: AuthenticatedCall<{ params: IdParams; body: NewComment }>,
): Promise<CreatedComment> {
  const { services, principal, params, body } = call
  return addComment(services, principal, { issueId: params.id, body: body.body })
}

export async function deleteOneComment(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<DeletedAnswer> {
  const { services, principal, params } = call
  const mayAny = principalMay(principal, 'comments:moderate')
  await deleteComment(services, principal, { commentId: params.id, mayAny })
  return { deleted: true }
}
