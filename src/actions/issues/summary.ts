import type { IssueSummary } from '#contract/issue/issue.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import { isSnoozed, NO_HOLD } from '#domain/issue/snooze.ts'
import { presentEmail } from '#storage/account/user.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import { holdOf } from '#storage/issue/state.ts'

export interface SummaryContext {
  orgUid: string
  now: number
  parentUid?: string | null
  mergedCount: number
}

export function issueSummary(row: IssueRow, context: SummaryContext): IssueSummary {
  const { orgUid, now, parentUid, mergedCount } = context
  const stored = holdOf(row)
  const snoozed = isSnoozed(stored, {
    eventCount: row.event_count,
    uniqueUserCount: row.unique_user_count,
    now,
  })
  const hold = snoozed ? stored : NO_HOLD
  return {
    id: row.uid,
    org_id: orgUid,
    project_id: row.project_uid,
    fingerprint: row.fingerprint,
    title: row.title,
    culprit: row.culprit,
    exception_type: row.exception_type,
    platform: row.platform,
    status: row.status,
    level: row.level,
    environment: row.environment,
    release: row.release,
    event_count: row.event_count,
    stored_event_count: row.stored_event_count,
    counted_only_event_count: row.event_count - row.stored_event_count - row.evicted_event_count,
    evicted_event_count: row.evicted_event_count,
    unique_user_count: row.unique_user_count,
    last_seen_at: isoTime(row.last_seen_at),
    first_seen_at: isoTime(row.first_seen_at),
    first_release: row.first_release,
    resolved_in_release: row.resolved_in_release,
    ...viewResolution(row),
    regression_comparison: row.regression_comparison,
    regression_note: row.regression_note,
    snoozed,
    snooze_until: isoTimeOrNull(hold.until),
    snooze_until_count: hold.untilCount,
    snooze_until_users: hold.untilUsers,
    merge_parent_id: parentUid ?? null,
    merged_count: mergedCount,
    assignee: assigneeOf(row),
  }
}

export function assigneeOf(
  row: Pick<IssueRow, 'assignee_id' | 'assignee_name' | 'assignee_email'>,
): IssueSummary['assignee'] {
  const email = presentEmail(row.assignee_email)
  if (row.assignee_id === null || email === null) return null
  return { id: row.assignee_id, name: row.assignee_name ?? '', email }
}

/** Still happening: an event is later than the resolve and has not made it a regression. */
export function viewResolution(
  row: IssueRow,
): Pick<IssueSummary, 'resolved_at' | 'resolved_comparison' | 'still_happening'> {
  const { status, resolved_at: at } = row
  if (status !== 'resolved' || at === null) {
    return { resolved_at: null, resolved_comparison: null, still_happening: false }
  }
  return {
    resolved_at: isoTime(at),
    resolved_comparison: row.resolved_comparison,
    still_happening: row.last_seen_at > at,
  }
}
