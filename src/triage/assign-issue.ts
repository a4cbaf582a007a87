import { ServiceError } from '#contract/errors.ts'
import { insertActivity } from '#storage/issue-activity.ts'
import { findMember, type Member } from '#storage/issue-assignee.ts'
import { type ClaimedIssue, updateIssues } from '#storage/issue-change.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { Actor } from './triage-deps.ts'

/** Who an issue is given to (user id; null: nobody), by whom, and when (epoch ms). */
export interface Assignment {
  assigneeId: string | null
  actor: Actor
  now: number
}

/**
 * Gives an issue that the transaction has claimed to a member, or to nobody, and notes it in the activity.
 * What changes nothing leaves no line.
 * @throws ServiceError invalid_request where the organization has no such member.
 */
export async function assignIssue(
  scope: OrgScope,
  issue: ClaimedIssue,
  { assigneeId, actor, now }: Assignment,
): Promise<void> {
  const to = assigneeId === null ? null : await requireMember(scope, assigneeId)
  if (assigneeId === issue.assignee_id) return
  const from = issue.assignee_id === null ? null : ((await findMember(scope, issue.assignee_id)) ?? null)
  await updateIssues(scope, [issue.id], { assignee_id: assigneeId })
  await insertActivity(scope, [
    {
      issue_id: issue.id,
      at: now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      kind: 'assigned',
      details: JSON.stringify({ to, from }),
    },
  ])
}

async function requireMember(scope: OrgScope, userId: string): Promise<Member> {
  const member = await findMember(scope, userId)
  if (member) return member
  const message = 'No member of the organization has this id.'
  throw new ServiceError('invalid_request', message, { details: [{ path: 'assignee_id', message }] })
}
