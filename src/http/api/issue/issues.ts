import { actorOf } from '#actions/accounts/write-as-member.ts'
import { bulkChangeIssues } from '#actions/issues/bulk-change-issues.ts'
import { changeIssue } from '#actions/issues/change-issue.ts'
import { deleteIssues } from '#actions/issues/delete-issues.ts'
import { issueFacets, releasesOfIssue } from '#actions/issues/facets.ts'
import { mergeIssues } from '#actions/issues/family/merge-issues.ts'
import { splitIssues } from '#actions/issues/family/split-issues.ts'
import { issueHistory } from '#actions/issues/history.ts'
import { listIssues } from '#actions/issues/list-issues.ts'
import { mergedIssues, readIssue } from '#actions/issues/read-issue.ts'
import { snoozeIssue } from '#actions/issues/snooze.ts'
import { issueTags } from '#actions/issues/tags.ts'
import { issueTimeline } from '#actions/issues/timeline.ts'
import { issueTrends } from '#actions/issues/trends.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { BulkChangeBody, BulkDeleteBody } from '#contract/issue/change/bulk.ts'
import type { MergeBody, SplitBody } from '#contract/issue/change/merge.ts'
import type { IssuePatch } from '#contract/issue/change/patch.ts'
import type { SnoozeBody } from '#contract/issue/change/snooze.ts'
import type {
  IssueDetail,
  IssueFacetsAnswer,
  IssueList,
  IssueListQuery,
  IssuePage,
  IssueSummary,
} from '#contract/issue/issue.ts'
import type { IssueReleasesAnswer, IssueReleasesQuery } from '#contract/issue/release.ts'
import type { IssueTags } from '#contract/issue/tags.ts'
import type { Timeline, TimelineQuery } from '#contract/issue/timeline.ts'
import type { TrendsAnswer, TrendsBody } from '#contract/issue/trend.ts'
import type { IdParams, UpdatedAnswer } from '#contract/scalars.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

type OfIssue = { params: IdParams }

export async function getIssues(call: AuthenticatedCall<{ query: IssueListQuery }>): Promise<IssuePage> {
  return listIssues(call.services, call.principal, call.query)
}

export async function getIssue(call: AuthenticatedCall<OfIssue>): Promise<IssueDetail> {
  const { services, principal, params } = call
  return readIssue(services, principal, { issueId: params.id, viewer: actorOf(principal) })
}

export async function patchIssue(
  call: AuthenticatedCall<OfIssue & { body: IssuePatch }>,
): Promise<IssueSummary> {
  const { services, principal, params, body } = call
  return changeIssue(services, principal, { issueId: params.id, patch: body })
}

export async function postSnooze(
  call: AuthenticatedCall<OfIssue & { body: SnoozeBody }>,
): Promise<IssueSummary> {
  const { services, principal, params, body } = call
  return snoozeIssue(services, principal, { issueId: params.id, ...body })
}

export async function patchIssues(call: AuthenticatedCall<{ body: BulkChangeBody }>): Promise<UpdatedAnswer> {
  return { updated: await bulkChangeIssues(call.services, call.principal, call.body) }
}

export async function deleteManyIssues(
  call: AuthenticatedCall<{ body: BulkDeleteBody }>,
): Promise<UpdatedAnswer> {
  return { updated: await deleteIssues(call.services, call.principal, call.body.ids) }
}

export async function postMerge(call: AuthenticatedCall<{ body: MergeBody }>): Promise<UpdatedAnswer> {
  return { updated: await mergeIssues(call.services, call.principal, call.body) }
}

export async function postSplit(call: AuthenticatedCall<{ body: SplitBody }>): Promise<UpdatedAnswer> {
  return { updated: await splitIssues(call.services, call.principal, call.body) }
}

export async function postTrends(call: AuthenticatedCall<{ body: TrendsBody }>): Promise<TrendsAnswer> {
  return { trends: await issueTrends(call.services, call.principal, call.body) }
}

export async function getTimeline(
  call: AuthenticatedCall<OfIssue & { query: TimelineQuery }>,
): Promise<Timeline> {
  const { services, principal, params, query } = call
  return issueTimeline(services, principal, { issueId: params.id, query })
}

export async function getIssueReleases({
  services,
  principal,
  params,
  query,
}: AuthenticatedCall<OfIssue & { query: IssueReleasesQuery }>): Promise<IssueReleasesAnswer> {
  const { releases, seen } = await releasesOfIssue(services, principal, params.id)
  return { releases, ...(query.events === 'true' && { seen }) }
}

export async function getIssueFacets(call: AuthenticatedCall<OfIssue>): Promise<IssueFacetsAnswer> {
  return issueFacets(call.services, call.principal, call.params.id)
}

export async function getIssueTags(call: AuthenticatedCall<OfIssue>): Promise<IssueTags> {
  return issueTags(call.services, call.principal, call.params.id)
}

export async function getIssueActivity(call: AuthenticatedCall<OfIssue>): Promise<IssueActivityAnswer> {
  return { activity: await issueHistory(call.services, call.principal, call.params.id) }
}

export async function getMergedIssues(call: AuthenticatedCall<OfIssue>): Promise<IssueList> {
  return mergedIssues(call.services, call.principal, call.params.id)
}
