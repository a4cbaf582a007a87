import type { ActivityKind, ReleaseComparisonKind } from '#contract/vocabulary.ts'
import { findRegression, type Regression } from '#domain/issue-status.ts'
import type { FirstSeen } from '#domain/release-order.ts'
import { endOfHold } from '#domain/snooze.ts'
import { insertAlerts } from '../alert.ts'
import { insertActivity } from '../issue-activity.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import type { IssueDelta, IssueRow } from './update-issues.ts'

/** A batch whose counters are written, with its issues as they were before. */
export interface WrittenBatch {
  placed: PlacedItem[]
  issues: Map<number, IssueRow>
  deltas: Map<number, IssueDelta>
}

/** Row keys of issues. */
export interface StatusChanges {
  regressed: number[]
  unsnoozed: number[]
}

/**
 * What events do to the state of issues: end a snooze hold that has reached its threshold, and turn a
 * resolved issue that returns on a newer release into a regression. Each leaves a line in the activity.
 * @returns row keys of the issues that regressed, and of those whose hold ended.
 */
export async function changeStatuses(tx: BatchTransaction, batch: WrittenBatch): Promise<StatusChanges> {
  const regressions = await findRegressions(tx, batch)
  for (const [issueId, returned] of regressions) await regress(tx, batch.issues.get(issueId)!, returned)
  const unsnoozed: number[] = []
  for (const delta of batch.deltas.values()) {
    const issue = batch.issues.get(delta.issueId)!
    if (!regressions.has(issue.id) && (await endSnooze(tx, issue, delta))) unsnoozed.push(issue.id)
  }
  return { regressed: [...regressions.keys()], unsnoozed }
}

/** A regression, and the record that made it one. */
interface Return {
  regression: Regression
  by: PlacedItem
}

async function findRegressions(tx: BatchTransaction, batch: WrittenBatch): Promise<Map<number, Return>> {
  const regressions = new Map<number, Return>()
  const resolved = batch.placed.filter(({ issueId }) => batch.issues.get(issueId)!.status === 'resolved')
  if (resolved.length === 0) return regressions
  const firstSeen = await firstSeenTimes(tx, resolved, batch.issues)
  for (const by of resolved) {
    const { item, issueId, at, release } = by
    if (regressions.has(issueId)) continue
    const issue = batch.issues.get(issueId)!
    const resolution = {
      resolvedInRelease: issue.resolved_in_release,
      resolvedAt: issue.resolved_at,
      resolvedBaseRelease: issue.resolved_base_release,
      resolvedComparison: issue.resolved_comparison as ReleaseComparisonKind | null,
    }
    const event = { release, receivedAt: item.receivedAt, occurredAt: at }
    const regression = findRegression(resolution, event, firstSeen(item.projectId))
    if (regression !== null) regressions.set(issueId, { regression, by })
  }
  return regressions
}

/** When the releases to compare were first seen in their projects; one new in this batch is the newest. */
async function firstSeenTimes(
  tx: BatchTransaction,
  placed: PlacedItem[],
  issues: ReadonlyMap<number, IssueRow>,
): Promise<(projectId: number) => FirstSeen> {
  const compared = placed.flatMap(({ issueId, release }) => {
    const { resolved_in_release, resolved_base_release } = issues.get(issueId)!
    return [release, resolved_in_release, resolved_base_release]
  })
  const rows = await tx.db
    .selectFrom('release')
    .select(['project_id', 'version', 'first_seen_at'])
    .where('org_id', 'in', [...new Set(placed.map(({ item }) => item.orgId))])
    .where('project_id', 'in', [...new Set(placed.map(({ item }) => item.projectId))])
    .where('version', 'in', [...new Set(compared.filter((release) => release !== null))])
    .execute()
  const times = new Map(rows.map((row) => [`${row.project_id}:${row.version}`, row.first_seen_at]))
  for (const { item, release } of placed) {
    const key = `${item.projectId}:${release}`
    if (!times.has(key)) times.set(key, item.receivedAt)
  }
  return (projectId) => (release) => times.get(`${projectId}:${release}`)
}

async function regress(tx: BatchTransaction, issue: IssueRow, { regression, by }: Return): Promise<void> {
  await tx.db
    .updateTable('issue')
    .set({
      status: 'regression',
      regression_note: regression.note,
      regression_comparison: regression.comparison,
      resolved_in_release: null,
      resolved_at: null,
      resolved_base_release: null,
      resolved_comparison: null,
      snooze_until: null,
      snooze_until_count: null,
      snooze_until_users: null,
    })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', issue.id)
    .execute()
  await addActivity(tx, issue, {
    kind: 'regression',
    details: { ...regression, release: by.release, resolved_in: issue.resolved_in_release },
  })
  await raiseAlert(tx, issue, { regression, by })
}

async function raiseAlert(tx: BatchTransaction, issue: IssueRow, { regression, by }: Return): Promise<void> {
  const alert = {
    kind: 'regression' as const,
    projectId: issue.project_id,
    issueId: issue.id,
    title: issue.title,
    details: {
      note: regression.note,
      release: by.release,
      resolved_in_release: issue.resolved_in_release,
      environment: by.environment,
    },
    dedupeKey: null,
    firedAt: tx.now,
  }
  await insertAlerts({ db: tx.db, orgId: issue.org_id }, [alert])
}

async function endSnooze(tx: BatchTransaction, issue: IssueRow, delta: IssueDelta): Promise<boolean> {
  const hold = {
    until: issue.snooze_until,
    untilCount: issue.snooze_until_count,
    untilUsers: issue.snooze_until_users,
  }
  const reason = endOfHold(hold, {
    eventCount: issue.event_count + delta.events,
    uniqueUserCount: issue.unique_user_count + delta.newUsers,
    now: tx.now,
  })
  if (reason === null) return false
  await tx.db
    .updateTable('issue')
    .set({ snooze_until: null, snooze_until_count: null, snooze_until_users: null })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', issue.id)
    .execute()
  await addActivity(tx, issue, { kind: 'snooze_ended', details: { reason } })
  return true
}

async function addActivity(
  tx: BatchTransaction,
  issue: IssueRow,
  { kind, details }: { kind: ActivityKind; details: object },
): Promise<void> {
  const line = { issue_id: issue.id, at: tx.now, actor_kind: 'system', actor_id: null, kind }
  const scope = { db: tx.db, orgId: issue.org_id }
  await insertActivity(scope, [{ ...line, details: JSON.stringify(details) }])
}
