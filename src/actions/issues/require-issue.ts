import { ServiceError } from '#contract/errors.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findIssue, findMergedKeys, type IssueRow } from '#storage/issue/issue.ts'

export function unknownIssue(): ServiceError {
  return new ServiceError('not_found', 'No issue has this ID. If it is the ID of an event, search for it.')
}

/** The issue with this public id. @throws not_found if the organization has none. */
export async function requireIssue(scope: OrgScope, uid: string): Promise<IssueRow> {
  const issue = await findIssue(scope, uid)
  if (!issue) throw unknownIssue()
  return issue
}

export interface IssueFamily {
  issue: IssueRow
  /** Row keys: its own, then those of the issues merged into it. */
  ids: number[]
}

/** With its family; a merged issue is its own family. @throws not_found */
export async function requireIssueFamily(scope: OrgScope, uid: string): Promise<IssueFamily> {
  return familyOf(scope, await requireIssue(scope, uid))
}

export async function familyOf(scope: OrgScope, issue: IssueRow): Promise<IssueFamily> {
  const merged = issue.has_merged === 1 ? await findMergedKeys(scope, [issue.id]) : []
  return { issue, ids: [issue.id, ...merged.map(({ id }) => id)] }
}
