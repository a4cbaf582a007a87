import type { IssueDetail, IssueList, IssueSummary } from '#contract/issue/issue.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { countMerged, findIssueUid, findMergedIssues, type IssueRow } from '#storage/issue/issue.ts'
import type { ActionDeps, Actor, Org } from '../action-deps.ts'
import { claimView, findClaim } from '../agents/claim-view.ts'
import { findFix, fixView } from '../fixes/fix-view.ts'
import { readFacets } from './facets.ts'
import { noRegressionReason } from './no-regression-reason.ts'
import { requireIssue, requireIssueFamily } from './require-issue.ts'
import { issueSummary } from './summary.ts'

/** The summary of one issue. @throws not_found for an unknown issue. */
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

/** As `viewer` sees it, with common values, last fix and claim. @throws not_found */
export async function readIssue(
  deps: ActionDeps,
  org: Org,
  { issueId, viewer }: { issueId: string; viewer: Actor },
): Promise<IssueDetail> {
  return deps.database.snapshotOf(org, async (scope) => {
    const now = deps.clock()
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const summary = await summaryOfRow(scope, issue, { now, mergedCount: ids.length - 1 })
    const claim = await findClaim(scope, issue, now)
    const fix = await findFix(scope, issue)
    const no_regression_reason = summary.still_happening ? await noRegressionReason(scope, issue) : null
    return {
      ...summary,
      claim: claim ? claimView(claim, viewer) : null,
      fix: fix ? fixView(fix) : null,
      no_regression_reason,
      ...(await readFacets(scope, ids)),
    }
  })
}

/** Oldest first, each with its own numbers, at most 500, and the full count. @throws not_found */
export async function mergedIssues(deps: ActionDeps, org: Org, issueId: string): Promise<IssueList> {
  return deps.database.snapshotOf(org, async (scope) => {
    const issue = await requireIssue(scope, issueId)
    const merged = await findMergedIssues(scope, issue.id, LIMITS.mergedIssuesShown)
    const counts = await countMerged(scope, [issue.id])
    const context = { orgUid: org.orgUid, now: deps.clock(), parentUid: issue.uid, mergedCount: 0 }
    return { issues: merged.map((row) => issueSummary(row, context)), total: counts.get(issue.id) ?? 0 }
  })
}
