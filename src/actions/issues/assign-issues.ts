import { invalidField } from '#contract/errors.ts'
import { readMemberByEmail } from '#storage/account/member.ts'
import { findMember, listMentionable, type Member } from '#storage/account/member-contact.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity } from '#storage/issue/activity.ts'
import { type IssueToChange, updateIssues } from '#storage/issue/change.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { activityBy, type ChangedBy } from '../changed-by.ts'
import { tellAssigned } from '../notify/tell-members.ts'

const MEMBERS_NAMED = 5

/** The new assignee: a user ID, or null for nobody. */
export interface Assignment extends ChangedBy {
  assigneeId: string | null
}

/** The transaction has claimed the issues. No activity line if nothing changes.
 * @throws invalid_request if the organization has no such member. */
export async function assignIssues(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  { assigneeId, ...by }: Assignment,
): Promise<void> {
  const to = assigneeId === null ? null : await requireAssignee(scope, assigneeId)
  const moved = issues.filter((issue) => issue.assignee_id !== assigneeId)
  const before = await findMembers(scope, new Set(moved.map((issue) => issue.assignee_id)))
  await updateIssues(
    scope,
    moved.map(({ id }) => id),
    { assignee_id: assigneeId },
  )
  await insertActivity(
    scope,
    moved.map((issue) => ({
      issue_id: issue.id,
      ...activityBy(by),
      kind: 'assigned',
      details: JSON.stringify({ to, from: before.get(issue.assignee_id) ?? null }),
    })),
  )
  await tellAssigned(scope, moved, { assigneeId, ...by })
}

async function findMembers(
  scope: OrgScope,
  ids: ReadonlySet<string | null>,
): Promise<Map<string | null, Member>> {
  const found = new Map<string | null, Member>()
  for (const id of ids) {
    const member = id === null ? undefined : await findMember(scope, id)
    if (member) found.set(id, member)
  }
  return found
}

/** The ID of the member with this email (lower case). @throws invalid_request if the organization has none, with
 * the emails that may have been meant: other answers show names. */
export async function memberIdOf(
  { database }: Pick<ActionDeps, 'database'>,
  org: Org,
  email: string,
): Promise<string> {
  const scope = database.scope(org)
  const member = await readMemberByEmail(scope, email)
  if (member) return member.userId
  const members = await listMentionable(scope)
  const meant = members.filter((one) => `${one.name} ${one.email}`.toLowerCase().includes(email))
  const emails = (meant.length > 0 ? meant : members).map((one) => one.email).toSorted()
  const named = emails.slice(0, MEMBERS_NAMED).join(', ')
  const hint = meant.length > 0 ? `Did you mean ${named}?` : `It has ${named}.`
  throw invalidField('assignee', `No member of the organization has this email. ${hint}`)
}

async function requireAssignee(scope: OrgScope, userId: string): Promise<Member> {
  const member = await findMember(scope, userId)
  if (member) return member
  throw invalidField('assignee_id', 'No member of the organization has this ID.')
}
