import { randomUUID } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import type { CommentListQuery, CommentPage, CreatedComment, IssueComment } from '#contract/issue/comment.ts'
import { isoTime } from '#contract/time.ts'
import type { ActivityKind } from '#contract/vocabulary.ts'
import { presentEmail } from '#storage/account/user.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity } from '#storage/issue/activity.ts'
import {
  type CommentRow,
  deleteComment as deleteCommentRow,
  findComment,
  insertComment,
  listComments as listCommentRows,
} from '#storage/issue/comment.ts'
import { findIssue } from '#storage/issue/issue.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ActionDeps, ChangeDeps, Org } from '../action-deps.ts'
import { activityBy, type ChangedBy } from '../changed-by.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'
import { tellMentioned } from '../notify/tell-members.ts'
import { requireRoom } from '../require-room.ts'
import { requireIssue, requireIssueFamily, unknownIssue } from './require-issue.ts'
import { updatesOf, writeIssues } from './write-issues.ts'

const CURSOR_SORT = 'comments'

/** Includes merged issues, newest first. @throws not_found; invalid_request for a foreign cursor. */
export async function listComments(
  deps: ActionDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: CommentListQuery },
): Promise<CommentPage> {
  const page = { after: keyAfter(query.cursor, CURSOR_SORT) ?? null, limit: query.limit + 1 }
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return listCommentRows(scope, ids, page)
  })
  const { page: shown, nextCursor } = pageOf(rows, query.limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  return { comments: shown.map(commentOf), next_cursor: nextCursor }
}

/** Kept as given; noted in the activity. @throws not_found, conflict */
export async function addComment(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, body }: { issueId: string; body: string },
): Promise<CreatedComment> {
  const uid = randomUUID()
  return writeIssues(deps, writer, async (scope, by) => {
    const issue = await requireIssue(scope, issueId)
    await requireRoom(scope, 'comments')
    const author = { author_kind: by.actor.kind, author_id: by.actor.id ?? '' }
    await insertComment(scope, { ...author, uid, issue_id: issue.id, body, created_at: by.now })
    await noteInActivity(scope, { issueKey: issue.id, uid, kind: 'commented' }, by)
    const mentioned = await tellMentioned(scope, { issue, uid, body }, by)
    const row = await findComment(scope, uid)
    if (!row) throw unknownIssue()
    const updates = [{ issueUid: row.issue_uid, projectUid: issue.project_uid }]
    return { result: { ...commentOf(row), mentioned }, updates }
  })
}

/** Noted in the activity. @throws not_found; forbidden for someone else's comment. */
export async function deleteComment(
  deps: ChangeDeps,
  writer: Writer,
  { commentId, mayAny }: { commentId: string; mayAny: boolean },
): Promise<void> {
  await writeIssues(deps, writer, async (scope, by) => {
    const comment = await findComment(scope, commentId)
    if (!comment) throw noComment()
    const isOwn = comment.author_kind === by.actor.kind && comment.author_id === by.actor.id
    if (!isOwn && !mayAny) {
      throw new ServiceError('forbidden', 'Only the author, an admin or an owner can delete a comment.')
    }
    if (!(await deleteCommentRow(scope, comment.id))) throw noComment()
    const what = { issueKey: comment.issue_id, uid: comment.uid, kind: 'comment_deleted' as const }
    await noteInActivity(scope, what, by)
    const issue = await findIssue(scope, comment.issue_uid)
    return { result: undefined, updates: updatesOf(issue ? [issue] : []) }
  })
}

function noComment(): ServiceError {
  return new ServiceError('not_found', 'No comment has this ID.')
}

async function noteInActivity(
  scope: OrgScope,
  { issueKey, uid, kind }: { issueKey: number; uid: string; kind: ActivityKind },
  by: ChangedBy,
): Promise<void> {
  const line = { issue_id: issueKey, ...activityBy(by), kind }
  await insertActivity(scope, [{ ...line, details: JSON.stringify({ comment_id: uid }) }])
}

function commentOf(row: CommentRow): IssueComment {
  return {
    id: row.uid,
    issue_id: row.issue_uid,
    author: {
      kind: row.author_kind,
      id: row.author_id,
      name: row.author_name,
      email: presentEmail(row.author_email),
    },
    body: row.body,
    created_at: isoTime(row.created_at),
  }
}
