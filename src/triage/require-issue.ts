import { ServiceError } from '#contract/errors.ts'
import { findIssue, findMergedIssues, type IssueRow } from '#storage/issue.ts'
import type { OrgScope } from '#storage/scope.ts'

/**
 * The issue with this public id.
 * @throws ServiceError not_found where the organization has none.
 */
export async function requireIssue(scope: OrgScope, uid: string): Promise<IssueRow> {
  const issue = await findIssue(scope, uid)
  if (!issue) throw new ServiceError('not_found', 'There is no issue with this id.')
  return issue
}

/** An issue and the issues merged into it, over which its numbers span. */
export interface IssueFamily {
  issue: IssueRow
  merged: IssueRow[]
  /** Row keys, the issue's own first. */
  ids: number[]
  /** Event rows of the family. */
  storedEventCount: number
  /** Epoch ms. */
  firstSeenAt: number
}

/**
 * The issue with this public id and its family.
 * @throws ServiceError not_found where the organization has none.
 */
export async function requireIssueFamily(scope: OrgScope, uid: string): Promise<IssueFamily> {
  const issue = await requireIssue(scope, uid)
  const merged = issue.merge_parent_id === null ? await findMergedIssues(scope, issue.id) : []
  const members = [issue, ...merged]
  return {
    issue,
    merged,
    ids: members.map((member) => member.id),
    storedEventCount: members.reduce((sum, member) => sum + member.stored_event_count, 0),
    firstSeenAt: Math.min(...members.map((member) => member.first_seen_at)),
  }
}
