import { mentionedIn } from '#contract/issue/mention.ts'
import { LIMITS } from '#contract/limits.ts'
import { type NewsItem, newsOf } from '#domain/notify/news.ts'
import { listMentionable } from '#storage/account/member-contact.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { IssueToChange } from '#storage/issue/change.ts'
import { insertNotice } from '#storage/notify/notice.ts'
import type { ChangedBy } from '../changed-by.ts'

/** Notifies a member of issues assigned to them, unless they assigned them themselves. */
export async function tellAssigned(
  scope: OrgScope,
  issues: readonly Pick<IssueToChange, 'id' | 'project_id'>[],
  { assigneeId, ...by }: ChangedBy & { assigneeId: string | null },
): Promise<void> {
  if (assigneeId === null || assigneeId === by.actor.id) return
  const items = issues.map((issue): NewsItem => ({ ...itemOf(issue, by), kind: 'assigned' }))
  await insertNotice(scope, newsOf(items, [assigneeId]), by.now)
}

export interface NewComment {
  issue: { id: number; project_id: number }
  uid: string
  body: string
}

/** @returns the emails of those mentioned */
export async function tellMentioned(
  scope: OrgScope,
  { issue, uid, body }: NewComment,
  by: ChangedBy,
): Promise<string[]> {
  if (!body.includes('@')) return []
  const people = await listMentionable(scope)
  const mentioned = mentionedIn(body, people, LIMITS.commentMentions)
  const told = mentioned.filter((id) => id !== by.actor.id)
  const item: NewsItem = { ...itemOf(issue, by), kind: 'mentioned', commentId: uid }
  if (told.length > 0) await insertNotice(scope, newsOf([item], told), by.now)
  return people.filter(({ id }) => mentioned.includes(id)).map(({ email }) => email)
}

function itemOf({ id, project_id }: { id: number; project_id: number }, { actor, now }: ChangedBy) {
  return { issueId: id, projectId: project_id, at: now, by: actor }
}
