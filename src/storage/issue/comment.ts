import type { Insertable, Selectable } from 'kysely'
import { actorNames } from '../account/actor-name.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueCommentTable } from '../schema/schema.ts'

export type CommentRow = Selectable<IssueCommentTable> & {
  issue_uid: string
  author_name: string | null
  author_email: string | null
}

export type NewComment = Omit<Insertable<IssueCommentTable>, 'id' | 'org_id'>

export async function insertComment(scope: OrgScope, comment: NewComment): Promise<void> {
  await scope.db
    .insertInto('issue_comment')
    .values({ ...comment, org_id: scope.orgId })
    .execute()
}

/** Comments of these issues (row keys) together, newest first, at most `limit`, those older than a row key. */
export async function listComments(
  scope: OrgScope,
  issueIds: readonly number[],
  { after, limit }: { after: number | null; limit: number },
): Promise<CommentRow[]> {
  let query = commentRows(scope).where('issue_comment.issue_id', 'in', issueIds)
  if (after !== null) query = query.where('issue_comment.id', '<', after)
  return query.orderBy('issue_comment.id', 'desc').limit(limit).execute()
}

export function countComments(scope: OrgScope, issueIds: readonly number[]): Promise<number> {
  const comments = scope.db.selectFrom('issue_comment').select('id').where('org_id', '=', scope.orgId)
  return countRows(scope, comments.where('issue_id', 'in', issueIds))
}

export async function findComment(scope: OrgScope, uid: string): Promise<CommentRow | undefined> {
  return commentRows(scope).where('issue_comment.uid', '=', uid).executeTakeFirst()
}

/** @returns false if another request has deleted it. */
export async function deleteComment(scope: OrgScope, id: number): Promise<boolean> {
  const gone = await scope.db
    .deleteFrom('issue_comment')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

function commentRows(scope: OrgScope) {
  const author = actorNames(scope, { kind: 'issue_comment.author_kind', id: 'issue_comment.author_id' })
  return scope.db
    .selectFrom('issue_comment')
    .innerJoin('issue', (join) =>
      join
        .onRef('issue.org_id', '=', 'issue_comment.org_id')
        .onRef('issue.id', '=', 'issue_comment.issue_id')
        .on(isOfShownProject(scope, 'issue.project_id')),
    )
    .selectAll('issue_comment')
    .select(['issue.uid as issue_uid', author.name.as('author_name'), author.email.as('author_email')])
    .where('issue_comment.org_id', '=', scope.orgId)
}
