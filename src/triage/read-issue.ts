import type { IssueDetail, IssueSummary } from '#contract/issue.ts'
import { countMerged, findIssueUid, findMergedIssues, type IssueRow } from '#storage/issue.ts'
import type { OrgScope } from '#storage/scope.ts'
import { readFacets } from './issue-facets.ts'
import { issueSummary } from './issue-summary.ts'
import { requireIssue, requireIssueFamily } from './require-issue.ts'
import { inSnapshot, type Org, type TriageDeps } from './triage-deps.ts'

/**
 * The summary of one issue.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function summaryOf(scope: OrgScope, issueId: string, now: number): Promise<IssueSummary> {
  const row = await requireIssue(scope, issueId)
  const merged = row.has_merged === 1 ? await countMerged(scope, [row.id]) : new Map<number, number>()
  return summaryOfRow(scope, row, { now, mergedCount: merged.get(row.id) ?? 0 })
}

async function summaryOfRow(
  scope: OrgScope,
  row: IssueRow,
  { now, mergedCount }: { now: number; mergedCount: number },
): Promise<IssueSummary> {
  const parentUid = row.merge_parent_id === null ? null : await findIssueUid(scope, row.merge_parent_id)
  return issueSummary(row, { orgUid: scope.orgUid, now, parentUid, mergedCount })
}

/**
 * An issue with what its events have in common.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function readIssue(deps: TriageDeps, org: Org, issueId: string): Promise<IssueDetail> {
  return inSnapshot(deps, org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const summary = await summaryOfRow(scope, issue, {
      now: deps.clock(),
      mergedCount: ids.length - 1,
    })
    return { ...summary, facets: await readFacets(scope, ids) }
  })
}

/**
 * The issues merged into an issue, oldest first, each with its own numbers.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function mergedIssues(deps: TriageDeps, org: Org, issueId: string): Promise<IssueSummary[]> {
  return inSnapshot(deps, org, async (scope) => {
    const issue = await requireIssue(scope, issueId)
    const merged = await findMergedIssues(scope, issue.id)
    const context = { orgUid: org.orgUid, now: deps.clock(), parentUid: issue.uid, mergedCount: 0 }
    return merged.map((row) => issueSummary(row, context))
  })
}
