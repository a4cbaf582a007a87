import type { NewFix } from '#contract/issue/fix.ts'
import type { ActivityKind, IssueStatus } from '#contract/vocabulary.ts'
import { changeStatus, type KnownReleases, NO_RELEASES } from '#domain/issue/status.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity, type NewActivity } from '#storage/issue/activity.ts'
import { type IssueChange, type IssueToChange, updateIssues } from '#storage/issue/change.ts'
import { hasHold, NO_HOLD_COLUMNS, resolutionColumns, resolutionOf } from '#storage/issue/state.ts'
import { knownReleases } from '#storage/release/known-releases.ts'
import { activityBy, type ChangedBy } from '../changed-by.ts'
import { recordFixes } from '../fixes/record-fixes.ts'
import { keptForUndo } from './undo-change.ts'

/** A status, a release or both; an empty or null release forgets the one that was named. */
export interface StatusChange extends ChangedBy {
  status?: IssueStatus | undefined
  resolvedInRelease?: string | null | undefined
  fix?: NewFix | undefined
  /** The fix comes in a release after the one that is named. */
  inNextRelease?: boolean | undefined
  /** With it, the change can be undone. */
  changeId?: string | undefined
}

/** Of locked issues; equal values are written together. No activity line if nothing changes. Watches fixes
 * in a named release. @throws invalid_request for a fix of an issue that is not resolved in one. */
export async function changeStatuses(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  change: StatusChange,
): Promise<void> {
  const keptOf = await keptForUndo(scope, issues, change.changeId)
  const resolves = change.status === 'resolved'
  const releases =
    resolves || change.resolvedInRelease !== undefined ? await knownReleases(scope, issues) : undefined
  const changed = issues.map((issue) => ({
    issue,
    columns: changedColumns(issue, change, releases?.get(issue.id)),
  }))
  for (const same of Map.groupBy(changed, ({ columns }) => JSON.stringify(columns)).values()) {
    const ids = same.map(({ issue }) => issue.id)
    await updateIssues(scope, ids, same[0]!.columns)
  }
  const stateOf = ({ status, resolved_in_release: release }: StateColumns) => ({ status, release })
  const { fix, actor, now } = change
  await recordFixes(
    scope,
    changed.map(({ issue, columns }) => ({ id: issue.id, before: stateOf(issue), after: stateOf(columns) })),
    { fix, resolves, inNextRelease: change.inNextRelease === true, actor, now },
  )
  await insertActivity(
    scope,
    changed.flatMap(({ issue, columns }): NewActivity[] => {
      const kind = activityKind(issue, columns)
      if (kind === null) return []
      const told = kind === 'snooze_ended' ? { reason: 'status' } : toldOf(issue, columns, change)
      const details = JSON.stringify({ ...told, ...keptOf(issue) })
      return [{ issue_id: issue.id, ...activityBy(change), kind, details }]
    }),
  )
}

function toldOf(issue: IssueToChange, columns: StatusColumns, change: StatusChange): object {
  return {
    from: issue.status,
    to: columns.status,
    ...(columns.resolved_in_release !== null && { resolved_in_release: columns.resolved_in_release }),
    ...(change.inNextRelease && { in_next_release: true }),
  }
}

type StateColumns = Pick<IssueToChange, 'status' | 'resolved_in_release'>
type StatusColumns = IssueChange & StateColumns

function changedColumns(
  issue: IssueToChange,
  change: StatusChange,
  releases: KnownReleases = NO_RELEASES,
): StatusColumns {
  const before = { status: issue.status, ...resolutionOf(issue) }
  const after = changeStatus(before, change, { now: change.now, releases })
  return {
    status: after.status,
    ...resolutionColumns(after),
    ...(after.status !== 'regression' && { regression_note: null, regression_comparison: null }),
    ...(after.endsSnooze && NO_HOLD_COLUMNS),
  }
}

function activityKind(issue: IssueToChange, columns: StatusColumns): ActivityKind | null {
  if (columns.status !== issue.status) return 'status_changed'
  if (columns.resolved_in_release !== issue.resolved_in_release) return 'resolved_in_release_changed'
  return hasHold(issue) && columns.snooze_until !== undefined ? 'snooze_ended' : null
}
