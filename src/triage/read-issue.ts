import type { IssueDetail, IssueSummary } from '#contract/issue.ts'
import { findIssueUid } from '#storage/issue.ts'
import type { OrgScope } from '#storage/scope.ts'
import { readFacets } from './issue-facets.ts'
import { issueSummary } from './issue-summary.ts'
import { requireIssue, requireIssueFamily } from './require-issue.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

/**
 * The summary of one issue.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function summaryOf(scope: OrgScope, issueId: string, now: number): Promise<IssueSummary> {
  const row = await requireIssue(scope, issueId)
  const parentUid = row.merge_parent_id === null ? null : await findIssueUid(scope, row.merge_parent_id)
  return issueSummary(row, { orgUid: scope.orgUid, now, parentUid })
}

/**
 * An issue with what its events have in common.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function readIssue(deps: TriageDeps, org: Org, issueId: string): Promise<IssueDetail> {
  const scope = readScope(deps, org)
  const [summary, { ids, merged }] = await Promise.all([
    summaryOf(scope, issueId, deps.clock()),
    requireIssueFamily(scope, issueId),
  ])
  return { ...summary, merged_count: merged.length, facets: await readFacets(scope, ids) }
}

/**
 * The issues merged into an issue.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function mergedIssues(deps: TriageDeps, org: Org, issueId: string): Promise<IssueSummary[]> {
  const scope = readScope(deps, org)
  const { issue, merged } = await requireIssueFamily(scope, issueId)
  const context = { orgUid: org.orgUid, now: deps.clock(), parentUid: issue.uid }
  return merged.map((row) => issueSummary(row, context))
}
