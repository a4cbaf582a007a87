import { HOUR_MS } from '#contract/time.ts'
import { SNOOZE_LASTS, type SnoozeMode } from '#contract/vocabulary.ts'

/** A hold ends at a time, an event count or a user count; all null: there is no hold. */
export interface SnoozeHold {
  until: number | null
  untilCount: number | null
  untilUsers: number | null
}

export interface SnoozeMeasure {
  eventCount: number
  uniqueUserCount: number
  now: number
}

export const NO_HOLD: SnoozeHold = { until: null, untilCount: null, untilUsers: null }

export interface HoldRequest {
  mode: SnoozeMode
  /** Epoch ms; with hours, in place of 4 hours. */
  until?: number | undefined
}

export function beginHold({ mode, until }: HoldRequest, issue: SnoozeMeasure): SnoozeHold {
  switch (mode) {
    case 'hours':
    case '4h':
      return { ...NO_HOLD, until: until ?? issue.now + SNOOZE_LASTS.hours * HOUR_MS }
    case 'occurrences':
    case '100':
      return { ...NO_HOLD, untilCount: issue.eventCount + SNOOZE_LASTS.events }
    case 'users':
    case '10':
      return { ...NO_HOLD, untilUsers: issue.uniqueUserCount + SNOOZE_LASTS.users }
    default:
      return mode satisfies never
  }
}

/** Why a snooze ended by itself. */
export type SnoozeEnd = 'clock' | 'events' | 'users'

/** The reason a snooze ended; null while it lasts, or if there is none. */
export function endOfHold(hold: SnoozeHold, issue: SnoozeMeasure): SnoozeEnd | null {
  if (hold.until !== null && issue.now >= hold.until) return 'clock'
  if (hold.untilCount !== null && issue.eventCount >= hold.untilCount) return 'events'
  if (hold.untilUsers !== null && issue.uniqueUserCount >= hold.untilUsers) return 'users'
  return null
}

export function isSnoozed(hold: SnoozeHold, issue: SnoozeMeasure): boolean {
  const exists = hold.until !== null || hold.untilCount !== null || hold.untilUsers !== null
  return exists && endOfHold(hold, issue) === null
}
