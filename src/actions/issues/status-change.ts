import type { NewFix } from '#contract/issue/fix.ts'
import type { ActivityKind, IssueStatus } from '#contract/vocabulary.ts'
import { changeStatus, type KnownReleases, NO_RELEASES } from '#domain/issue/status.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity, type NewActivity } from '#storage/issue/activity.ts'
import { type IssueChange, type IssueToChange, updateIssues } from '#storage/issue/change.ts'
import { hasHold, NO_HOLD_COLUMNS, resolutionColumns, resolutionOf } from '#storage/issue/state.ts'
import { activityBy, type ChangedBy } from '../changed-by.ts'
import { recordFixes } from '../fixes/record-fixes.ts'
import { keptForUndo } from './undo-change.ts'

/** A status, a release or both; an empty or null release forgets the one that was named. */
export interface RequestedChange {
  status?: IssueStatus | undefined
  resolvedInRelease?: string | null | undefined
  fix?: NewFix | undefined
  /** The fix comes in a release after the one that is named. */
  inNextRelease?: boolean | undefined
  /** With it, the change can be undone. */
  changeId?: string | undefined
}

export interface StatusChangeContext extends ChangedBy {
  releases: ReadonlyMap<number, KnownReleases>
}

/** Of locked issues; equal values are written together. No activity line if nothing changes. Watches fixes
 * in a named release. @throws invalid_request for a fix of an issue that is not resolved in one. */
export async function applyStatusChange(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  { request, context }: { request: RequestedChange; context: StatusChangeContext },
): Promise<void> {
  const keptOf = await keptForUndo(scope, issues, request.changeId)
  const changes = issues.map((issue) => ({ issue, columns: changedColumns(issue, request, context) }))
  for (const same of Map.groupBy(changes, ({ columns }) => JSON.stringify(columns)).values()) {
    const ids = same.map(({ issue }) => issue.id)
    await updateIssues(scope, ids, same[0]!.columns)
  }
  const stateOf = ({ status, resolved_in_release: release }: StateColumns) => ({ status, release })
  const { actor, now } = context
  await recordFixes(
    scope,
    changes.map(({ issue, columns }) => ({ id: issue.id, before: stateOf(issue), after: stateOf(columns) })),
    {
      fix: request.fix,
      resolves: request.status === 'resolved',
      inNextRelease: request.inNextRelease === true,
      actor,
      now,
    },
  )
  await insertActivity(
    scope,
    changes.flatMap(({ issue, columns }) =>
      activityOf(issue, columns, { request, context, kept: keptOf(issue) }),
    ),
  )
}

function activityOf(
  issue: IssueToChange,
  columns: StatusColumns,
  { request, context, kept }: { request: RequestedChange; context: StatusChangeContext; kept: object },
): NewActivity[] {
  const kind = activityKind(issue, columns)
  if (kind === null) return []
  const told = kind === 'snooze_ended' ? { reason: 'status' } : toldOf(issue, columns, request)
  const details = JSON.stringify({ ...told, ...kept })
  return [{ issue_id: issue.id, ...activityBy(context), kind, details }]
}

function toldOf(issue: IssueToChange, columns: StatusColumns, request: RequestedChange): object {
  return {
    from: issue.status,
    to: columns.status,
    ...(columns.resolved_in_release !== null && { resolved_in_release: columns.resolved_in_release }),
    ...(request.inNextRelease && { in_next_release: true }),
  }
}

type StateColumns = Pick<IssueToChange, 'status' | 'resolved_in_release'>
type StatusColumns = IssueChange & StateColumns

function changedColumns(
  issue: IssueToChange,
  request: RequestedChange,
  context: StatusChangeContext,
): StatusColumns {
  const state = { status: issue.status, ...resolutionOf(issue) }
  const change = changeStatus(state, request, {
    now: context.now,
    releases: context.releases.get(issue.id) ?? NO_RELEASES,
  })
  return {
    status: change.status,
    ...resolutionColumns(change),
    ...(change.status !== 'regression' && { regression_note: null, regression_comparison: null }),
    ...(change.endsSnooze && NO_HOLD_COLUMNS),
  }
}

function activityKind(issue: IssueToChange, columns: StatusColumns): ActivityKind | null {
  if (columns.status !== issue.status) return 'status_changed'
  if (columns.resolved_in_release !== issue.resolved_in_release) return 'resolved_in_release_changed'
  return hasHold(issue) && columns.snooze_until !== undefined ? 'snooze_ended' : null
}
