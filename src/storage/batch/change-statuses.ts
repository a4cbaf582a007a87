import type { AlertDetails } from '#contract/alert/alert.ts'
import type { ActivityKind } from '#contract/vocabulary.ts'
import { endOfHold, type SnoozeEnd } from '#domain/issue/snooze.ts'
import { findRegression, type Regression } from '#domain/issue/status.ts'
import { insertAlerts } from '../alert/alert.ts'
import { insertActivity, systemLine } from '../issue/activity.ts'
import { holdOf, NO_HOLD_COLUMNS, resolutionOf } from '../issue/state.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import { comparedReleases } from './compared-releases.ts'
import { failFixes } from './fail-fixes.ts'
import type { IssueDelta, IssueRow } from './update-issues.ts'

export interface WrittenBatch {
  placed: PlacedItem[]
  issues: Map<number, IssueRow>
  deltas: Map<number, IssueDelta>
}

/** Row keys of issues. */
export interface StatusChanges {
  regressed: Map<number, AlertDetails<'regression'>>
  unsnoozed: Map<number, SnoozeEnd>
}

/** Ends snoozes that reach their threshold and finds regressions. Each adds an activity line. */
export async function changeStatuses(tx: BatchTransaction, batch: WrittenBatch): Promise<StatusChanges> {
  const regressions = await findRegressions(tx, batch)
  const regressed: StatusChanges['regressed'] = new Map()
  for (const [issueId, returned] of regressions) {
    regressed.set(issueId, await regress(tx, batch.issues.get(issueId)!, returned))
  }
  const unsnoozed: StatusChanges['unsnoozed'] = new Map()
  for (const delta of batch.deltas.values()) {
    const issue = batch.issues.get(delta.issueId)!
    const end = regressions.has(issue.id) ? null : await endSnooze(tx, issue, delta)
    if (end !== null) unsnoozed.set(issue.id, end)
  }
  return { regressed, unsnoozed }
}

interface Return {
  regression: Regression
  by: PlacedItem
}

async function findRegressions(tx: BatchTransaction, batch: WrittenBatch): Promise<Map<number, Return>> {
  const regressions = new Map<number, Return>()
  const resolved = batch.placed.filter(({ issueId }) => batch.issues.get(issueId)!.status === 'resolved')
  if (resolved.length === 0) return regressions
  const releases = await comparedReleases(tx, resolved, batch.issues)
  await failFixes(tx, resolved, { issues: batch.issues, releases })
  for (const by of resolved) {
    const { item, issueId } = by
    if (regressions.has(issueId)) continue
    const issue = batch.issues.get(issueId)!
    const release = releases.isHidden(item.projectId, by.release) ? '' : by.release
    const event = { release, receivedAt: item.receivedAt }
    const firstSeen = (version: string) => releases.firstSeen(item.projectId, version)
    const regression = findRegression(resolutionOf(issue), event, firstSeen)
    if (regression !== null) regressions.set(issueId, { regression, by })
  }
  return regressions
}

async function regress(
  tx: BatchTransaction,
  issue: IssueRow,
  { regression, by }: Return,
): Promise<AlertDetails<'regression'>> {
  await tx.db
    .updateTable('issue')
    .set({
      status: 'regression',
      regression_note: regression.note,
      regression_comparison: regression.comparison,
      regressed_in_release: by.release || null,
      resolved_in_release: null,
      resolved_at: null,
      resolved_base_release: null,
      resolved_comparison: null,
      ...NO_HOLD_COLUMNS,
    })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', issue.id)
    .execute()
  await addActivity(tx, issue, {
    kind: 'regression',
    details: { ...regression, release: by.release, resolved_in: issue.resolved_in_release },
  })
  const details = {
    note: regression.note,
    release: by.release,
    resolved_in_release: issue.resolved_in_release,
    environment: by.environment,
  }
  await raiseAlert(tx, issue, details)
  return details
}

async function raiseAlert(
  tx: BatchTransaction,
  issue: IssueRow,
  details: AlertDetails<'regression'>,
): Promise<void> {
  const alert = {
    kind: 'regression' as const,
    projectId: issue.project_id,
    issueId: issue.id,
    title: issue.title,
    details,
    dedupeKey: null,
    firedAt: tx.now,
  }
  await insertAlerts({ db: tx.db, orgId: issue.org_id }, [alert])
}

async function endSnooze(
  tx: BatchTransaction,
  issue: IssueRow,
  delta: IssueDelta,
): Promise<SnoozeEnd | null> {
  const reason = endOfHold(holdOf(issue), {
    eventCount: issue.event_count + delta.events,
    uniqueUserCount: issue.unique_user_count + delta.newUsers,
    now: tx.now,
  })
  if (reason === null) return null
  await tx.db
    .updateTable('issue')
    .set(NO_HOLD_COLUMNS)
    .where('org_id', '=', issue.org_id)
    .where('id', '=', issue.id)
    .execute()
  await addActivity(tx, issue, { kind: 'snooze_ended', details: { reason } })
  return reason
}

async function addActivity(
  tx: BatchTransaction,
  issue: IssueRow,
  line: { kind: ActivityKind; details: object },
): Promise<void> {
  await insertActivity({ db: tx.db, orgId: issue.org_id }, [systemLine(issue.id, tx.now, line)])
}
