import type { IssueSummary } from '#contract/issue.ts'
import type { IssueStatus, Level } from '#contract/vocabulary.ts'
import { isSnoozed, NO_HOLD, type SnoozeHold } from '#domain/snooze.ts'
import type { IssueRow } from '#storage/issue.ts'

/** What a summary says beside the row. */
export interface SummaryContext {
  orgUid: string
  /** Epoch ms. */
  now: number
  /** Public id of the issue this one is merged into. */
  parentUid?: string | null
}

/** An issue as the interface shows it. A hold that has run out is shown as none. */
export function issueSummary(row: IssueRow, { orgUid, now, parentUid }: SummaryContext): IssueSummary {
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
    status: row.status as IssueStatus,
    level: row.level as Level,
    environment: row.environment,
    release: row.release,
    event_count: row.event_count,
    stored_event_count: row.stored_event_count,
    evicted_event_count: row.evicted_event_count,
    unique_user_count: row.unique_user_count,
    last_seen_at: isoTime(row.last_seen_at),
    first_seen_at: isoTime(row.first_seen_at),
    first_release: row.first_release,
    resolved_in_release: row.resolved_in_release,
    regression_note: row.regression_note,
    snoozed,
    snooze_until: hold.until === null ? null : isoTime(hold.until),
    snooze_until_count: hold.untilCount,
    snooze_until_users: hold.untilUsers,
    merge_parent_id: parentUid ?? null,
  }
}

function holdOf(row: IssueRow): SnoozeHold {
  return {
    until: row.snooze_until,
    untilCount: row.snooze_until_count,
    untilUsers: row.snooze_until_users,
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
