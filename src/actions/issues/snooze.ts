import { ServiceError } from '#contract/errors.ts'
import type { SnoozeBody } from '#contract/issue/change/snooze.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, isoTimeOrNull } from '#contract/time.ts'
import { beginHold } from '#domain/issue/snooze.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity } from '#storage/issue/activity.ts'
import { type IssueToChange, updateIssues } from '#storage/issue/change.ts'
import { holdColumns } from '#storage/issue/state.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { activityBy, type ChangedBy } from '../changed-by.ts'
import { summaryOf } from './read-issue.ts'
import { keptForUndo } from './undo-change.ts'
import { onIssue, writeIssues } from './write-issues.ts'

export interface Snooze extends Omit<SnoozeBody, 'change_id'>, ChangedBy {
  /** With it, the snooze can be undone. */
  changeId: string | undefined
}

/** Replaces an active hold; the status stays. A merged issue stands for its root.
 * @returns the issue then. @throws not_found; invalid_request for an end in the past or too far ahead. */
export async function snoozeIssue(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, change_id: changeId, ...hold }: SnoozeBody & { issueId: string },
): Promise<IssueSummary> {
  const work = onIssue(issueId, async (scope, issue, by) => {
    await snoozeIssues(scope, [issue], { ...hold, changeId, ...by })
    return summaryOf(scope, issue.uid, by.now)
  })
  return writeIssues(deps, writer, work)
}

/** Of locked issues. Replaces an active hold, keeps the status. Equal holds are written together. */
export async function snoozeIssues(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  { mode, until, changeId, ...by }: Snooze,
): Promise<void> {
  const { now } = by
  const request = { mode, until: until === undefined ? undefined : endOf(until, now) }
  const keptOf = await keptForUndo(scope, issues, changeId)
  const held = issues.map((issue) => ({
    id: issue.id,
    kept: keptOf(issue),
    hold: beginHold(request, {
      eventCount: issue.event_count,
      uniqueUserCount: issue.unique_user_count,
      now,
    }),
  }))
  for (const same of Map.groupBy(held, ({ hold }) => JSON.stringify(hold)).values()) {
    const { hold } = same[0]!
    const ids = same.map(({ id }) => id)
    await updateIssues(scope, ids, holdColumns(hold))
  }
  await insertActivity(
    scope,
    held.map(({ id, hold, kept }) => ({
      issue_id: id,
      ...activityBy(by),
      kind: 'snoozed',
      details: JSON.stringify({
        until: isoTimeOrNull(hold.until),
        until_count: hold.untilCount,
        until_users: hold.untilUsers,
        ...kept,
      }),
    })),
  )
}

function endOf(until: string, now: number): number {
  const end = Date.parse(until)
  if (end <= now)
    throw new ServiceError('invalid_request', 'The snooze would end in the past. Choose a later time.')
  if (end > now + LIMITS.snoozeDaysMax * DAY_MS)
    throw new ServiceError(
      'invalid_request',
      `A snooze lasts at most ${LIMITS.snoozeDaysMax} days. Choose an earlier time, or ignore the issue.`,
    )
  return end
}
