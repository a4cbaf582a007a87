import { regressionNote } from '#domain/issue-status.ts'
import type { FirstSeen } from '#domain/release-order.ts'
import { endOfHold } from '#domain/snooze.ts'
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
  const notes = await findRegressions(tx, batch)
  for (const [issueId, note] of notes) await regress(tx, { issue: batch.issues.get(issueId)!, note })
  const unsnoozed: number[] = []
  for (const delta of batch.deltas.values()) {
    const issue = batch.issues.get(delta.issueId)!
    if (!notes.has(issue.id) && (await endSnooze(tx, issue, delta))) unsnoozed.push(issue.id)
  }
  return { regressed: [...notes.keys()], unsnoozed }
}

async function findRegressions(tx: BatchTransaction, batch: WrittenBatch): Promise<Map<number, string>> {
  const notes = new Map<number, string>()
  const resolved = batch.placed.filter(({ issueId }) => batch.issues.get(issueId)!.status === 'resolved')
  if (resolved.length === 0) return notes
  const firstSeen = await firstSeenTimes(tx, resolved)
  for (const { item, issueId, at, release } of resolved) {
    if (notes.has(issueId)) continue
    const issue = batch.issues.get(issueId)!
    const resolution = {
      resolvedInRelease: issue.resolved_in_release,
      resolvedAt: issue.resolved_at,
      resolvedBaseRelease: issue.resolved_base_release,
    }
    const event = { release, receivedAt: item.receivedAt, occurredAt: at }
    const note = regressionNote(resolution, event, firstSeen(item.projectId))
    if (note !== null) notes.set(issueId, note)
  }
  return notes
}

/** When each release of the projects at hand was first seen; a release new in this batch is the newest. */
async function firstSeenTimes(
  tx: BatchTransaction,
  placed: PlacedItem[],
): Promise<(projectId: number) => FirstSeen> {
  const rows = await tx.db
    .selectFrom('release')
    .select(['project_id', 'version', 'first_seen_at'])
    .where('org_id', 'in', [...new Set(placed.map(({ item }) => item.orgId))])
    .where('project_id', 'in', [...new Set(placed.map(({ item }) => item.projectId))])
    .execute()
  const times = new Map(rows.map((row) => [`${row.project_id}:${row.version}`, row.first_seen_at]))
  for (const { item, release } of placed) {
    const key = `${item.projectId}:${release}`
    if (!times.has(key)) times.set(key, item.receivedAt)
  }
  return (projectId) => (release) => times.get(`${projectId}:${release}`)
}

async function regress(
  tx: BatchTransaction,
  { issue, note }: { issue: IssueRow; note: string },
): Promise<void> {
  await tx.db
    .updateTable('issue')
    .set({
      status: 'regression',
      regression_note: note,
      resolved_in_release: null,
      resolved_at: null,
      resolved_base_release: null,
      snooze_until: null,
      snooze_until_count: null,
      snooze_until_users: null,
    })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', issue.id)
    .execute()
  await addActivity(tx, issue, {
    kind: 'regression',
    details: { note, resolved_in: issue.resolved_in_release },
  })
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
  { kind, details }: { kind: string; details: object },
): Promise<void> {
  const line = { issue_id: issue.id, at: tx.now, actor_kind: 'system', actor_id: null, kind }
  const scope = { db: tx.db, orgId: issue.org_id }
  await insertActivity(scope, [{ ...line, details: JSON.stringify(details) }])
}
