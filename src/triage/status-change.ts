import type { ActivityKind, IssueStatus, ReleaseComparisonKind } from '#contract/vocabulary.ts'
import { changeStatus, type KnownReleases, NO_RELEASES } from '#domain/issue-status.ts'
import { compareReleases } from '#domain/release-order.ts'
import { insertActivity, type NewActivity } from '#storage/issue-activity.ts'
import { type ClaimedIssue, type IssueChange, updateIssues } from '#storage/issue-change.ts'
import { listReleases } from '#storage/release.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { Actor } from './triage-deps.ts'

/** A status, a release or both; an empty or null release forgets the one that was named. */
export interface RequestedChange {
  status?: IssueStatus | undefined
  resolvedInRelease?: string | null | undefined
}

export interface StatusChangeContext {
  actor: Actor
  /** Epoch ms. */
  now: number
  /** What each project (row key) has seen. */
  releases: Map<number, KnownReleases>
}

/** Releases looked at to find the newest; a project that deploys hourly names 9,000 a year. */
const MAX_RELEASES = 10_000

/**
 * Applies a request to issues that the transaction has claimed, and notes it in their activity. What changes nothing
 * leaves no line. Issues that get the same values are written together.
 */
export async function applyStatusChange(
  scope: OrgScope,
  issues: readonly ClaimedIssue[],
  { request, context }: { request: RequestedChange; context: StatusChangeContext },
): Promise<void> {
  const changes = issues.map((issue) => ({ issue, columns: changedColumns(issue, request, context) }))
  for (const same of Map.groupBy(changes, ({ columns }) => JSON.stringify(columns)).values()) {
    const ids = same.map(({ issue }) => issue.id)
    await updateIssues(scope, ids, same[0]!.columns)
  }
  await insertActivity(
    scope,
    changes.flatMap(({ issue, columns }) => activityOf(issue, columns, context)),
  )
}

function activityOf(
  issue: ClaimedIssue,
  columns: StatusColumns,
  { actor, now }: StatusChangeContext,
): NewActivity[] {
  const kind = activityKind(issue, columns)
  if (kind === null) return []
  const details = {
    from: issue.status,
    to: columns.status,
    ...(columns.resolved_in_release !== null && { resolved_in_release: columns.resolved_in_release }),
  }
  const by = { actor_kind: actor.kind, actor_id: actor.id }
  return [{ issue_id: issue.id, at: now, ...by, kind, details: JSON.stringify(details) }]
}

type StatusColumns = IssueChange & { status: string; resolved_in_release: string | null }

function changedColumns(
  issue: ClaimedIssue,
  request: RequestedChange,
  context: StatusChangeContext,
): StatusColumns {
  const change = changeStatus(currentState(issue), request, {
    now: context.now,
    releases: context.releases.get(issue.project_id) ?? NO_RELEASES,
  })
  return {
    status: change.status,
    resolved_in_release: change.resolvedInRelease,
    resolved_at: change.resolvedAt,
    resolved_base_release: change.resolvedBaseRelease,
    resolved_comparison: change.resolvedComparison,
    ...(change.status !== 'regression' && { regression_note: null, regression_comparison: null }),
    ...(change.endsSnooze && { snooze_until: null, snooze_until_count: null, snooze_until_users: null }),
  }
}

function currentState(issue: ClaimedIssue) {
  return {
    status: issue.status as IssueStatus,
    resolvedInRelease: issue.resolved_in_release,
    resolvedAt: issue.resolved_at,
    resolvedBaseRelease: issue.resolved_base_release,
    resolvedComparison: issue.resolved_comparison as ReleaseComparisonKind | null,
  }
}

function activityKind(issue: ClaimedIssue, columns: StatusColumns): ActivityKind | null {
  if (columns.status !== issue.status) return 'status_changed'
  return columns.resolved_in_release === issue.resolved_in_release ? null : 'resolved_in_release_changed'
}

/** The releases of these projects (row keys), and which of each is the newest. */
export async function knownReleases(
  scope: OrgScope,
  projectIds: Iterable<number>,
): Promise<Map<number, KnownReleases>> {
  const known = new Map<number, KnownReleases>()
  for (const projectId of new Set(projectIds)) known.set(projectId, await releasesOf(scope, projectId))
  return known
}

async function releasesOf(scope: OrgScope, projectId: number): Promise<KnownReleases> {
  const releases = await listReleases(scope, projectId, MAX_RELEASES)
  const times = new Map(releases.map((row) => [row.version, row.first_seen_at]))
  const firstSeen = (release: string): number | undefined => times.get(release)
  const latest = releases.map((row) => row.version)
  // Oldest first: where two can't be told apart by their names, the later one stands.
  const newest = latest.toReversed().reduce<string | null>((newest, version) => {
    if (newest === null || compareReleases(version, newest, firstSeen).order > 0) return version
    return newest
  }, null)
  return { newest, latest }
}
