import { AGENT_LIMITS } from '#contract/limits.ts'
import { readSourceLinks } from '#contract/project/source-links.ts'
import { epochHour } from '#contract/time.ts'
import { isSnoozed } from '#domain/issue/snooze.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { listIssueFeedback } from '#storage/event/feedback-list.ts'
import { listActivity } from '#storage/issue/activity.ts'
import { countComments, listComments } from '#storage/issue/comment.ts'
import { issueReleases } from '#storage/issue/facet.ts'
import { sumHours } from '#storage/issue/hour.ts'
import { findIssueUid, findMergedIssues } from '#storage/issue/issue.ts'
import { holdOf } from '#storage/issue/state.ts'
import { findProject } from '#storage/project/project.ts'
import { listShownReleases } from '#storage/release/release.ts'
import { chooseEvent } from '../events/choose-event.ts'
import { readBeginning } from '../events/suspect-commits.ts'
import { findFix } from '../fixes/fix-view.ts'
import { readFacets } from '../issues/facets.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { findClaim } from './claim-view.ts'

const HOURS = 24
const MERGED_SHOWN = 10
const HISTORY_READ = 10
const COMMENTS_READ = 10
const PROJECT_RELEASES = 3

export type ContextMaterial = Awaited<ReturnType<typeof gatherContext>>

/** In one snapshot. Hours end at the last event, not now: the same state gives the same context. */
export async function gatherContext(
  scope: OrgScope,
  asked: { issueId: string; event: string; now: number; origin: string },
) {
  const { issue, ids } = await requireIssueFamily(scope, asked.issueId)
  const startHour = epochHour(issue.last_seen_at) - HOURS + 1
  const range = { startHour, widthHours: 1, count: HOURS }
  const hours = await sumHours(scope, ids, range)
  const subject = { projectId: issue.project_id, issueIds: ids }
  const project = await findProject(scope, issue.project_uid)
  return {
    issue,
    url: `${asked.origin}/issues/${issue.uid}`,
    projectName: project?.name ?? '',
    sourceLinks: readSourceLinks(project?.source_links ?? '').rules,
    isSnoozed: isSnoozed(holdOf(issue), {
      eventCount: issue.event_count,
      uniqueUserCount: issue.unique_user_count,
      now: asked.now,
    }),
    hourly: Array.from({ length: HOURS }, (_, index) =>
      hours.filter(({ hour }) => hour === startHour + index).reduce((sum, { count }) => sum + count, 0),
    ),
    begun: await readBeginning(scope, issue),
    chosen: await chooseEvent(scope, ids, asked.event),
    facets: (await readFacets(scope, ids)).facets,
    releases: await issueReleases(scope, ids),
    projectReleases: await listShownReleases(scope, issue.project_id, PROJECT_RELEASES),
    parentUid: issue.merge_parent_id === null ? null : await findIssueUid(scope, issue.merge_parent_id),
    mergedCount: ids.length - 1,
    merged: ids.length > 1 ? await findMergedIssues(scope, issue.id, MERGED_SHOWN) : [],
    feedback: await listIssueFeedback(scope, subject, AGENT_LIMITS.contextFeedbackCounted),
    ...(await gatherComments(scope, ids)),
    history: await listActivity(scope, ids, HISTORY_READ),
    claim: await findClaim(scope, issue, asked.now),
    fix: await findFix(scope, issue),
  }
}

async function gatherComments(scope: OrgScope, issueIds: readonly number[]) {
  const comments = await listComments(scope, issueIds, { after: null, limit: COMMENTS_READ })
  const commentCount =
    comments.length < COMMENTS_READ ? comments.length : await countComments(scope, issueIds)
  return { comments, commentCount }
}
