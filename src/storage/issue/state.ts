import type { Selectable } from 'kysely'
import { NO_HOLD, type SnoozeHold } from '#domain/issue/snooze.ts'
import type { Resolution } from '#domain/issue/status.ts'
import type { IssueTable } from '../schema/schema.ts'

type HoldColumns = Pick<Selectable<IssueTable>, 'snooze_until' | 'snooze_until_count' | 'snooze_until_users'>
type ResolutionColumns = Pick<
  Selectable<IssueTable>,
  'resolved_in_release' | 'resolved_at' | 'resolved_base_release' | 'resolved_comparison'
>

export function holdOf(row: HoldColumns): SnoozeHold {
  return {
    until: row.snooze_until,
    untilCount: row.snooze_until_count,
    untilUsers: row.snooze_until_users,
  }
}

export function hasHold(row: HoldColumns): boolean {
  return row.snooze_until !== null || row.snooze_until_count !== null || row.snooze_until_users !== null
}

export function holdColumns(hold: SnoozeHold): HoldColumns {
  return {
    snooze_until: hold.until,
    snooze_until_count: hold.untilCount,
    snooze_until_users: hold.untilUsers,
  }
}

export const NO_HOLD_COLUMNS = holdColumns(NO_HOLD)

export function resolutionOf(row: ResolutionColumns): Resolution {
  return {
    resolvedInRelease: row.resolved_in_release,
    resolvedAt: row.resolved_at,
    resolvedBaseRelease: row.resolved_base_release,
    resolvedComparison: row.resolved_comparison,
  }
}

export function resolutionColumns(resolution: Resolution): ResolutionColumns {
  return {
    resolved_in_release: resolution.resolvedInRelease,
    resolved_at: resolution.resolvedAt,
    resolved_base_release: resolution.resolvedBaseRelease,
    resolved_comparison: resolution.resolvedComparison,
  }
}
