import type { SnoozeMode } from '#contract/vocabulary.ts'

/** A hold ends at a time, an event count or a user count; all null: there is no hold. */
export interface SnoozeHold {
  /** Epoch ms. */
  until: number | null
  untilCount: number | null
  untilUsers: number | null
}

/** The numbers of an issue that a hold is measured against. */
export interface SnoozeMeasure {
  eventCount: number
  uniqueUserCount: number
  /** Epoch ms. */
  now: number
}

const HOLD_MS = 4 * 3_600_000
const HOLD_EVENTS = 100
const HOLD_USERS = 10

export const NO_HOLD: SnoozeHold = { until: null, untilCount: null, untilUsers: null }

/** How a hold is to end. */
export interface HoldRequest {
  mode: SnoozeMode
  /** Epoch ms; with hours, in place of 4 hours. */
  until?: number | undefined
}

/** The hold that a mode begins: for 4 hours or until a time, for 100 more events, or for 10 more users. */
export function beginHold({ mode, until }: HoldRequest, issue: SnoozeMeasure): SnoozeHold {
  switch (mode) {
    case 'hours':
    case '4h':
      return { ...NO_HOLD, until: until ?? issue.now + HOLD_MS }
    case 'occurrences':
    case '100':
      return { ...NO_HOLD, untilCount: issue.eventCount + HOLD_EVENTS }
    case 'users':
    case '10':
      return { ...NO_HOLD, untilUsers: issue.uniqueUserCount + HOLD_USERS }
    default:
      return mode satisfies never
  }
}

/** What has ended a hold; null while it holds, or where there is none. */
export function endOfHold(hold: SnoozeHold, issue: SnoozeMeasure): 'clock' | 'events' | 'users' | null {
  if (hold.until !== null && issue.now >= hold.until) return 'clock'
  if (hold.untilCount !== null && issue.eventCount >= hold.untilCount) return 'events'
  if (hold.untilUsers !== null && issue.uniqueUserCount >= hold.untilUsers) return 'users'
  return null
}

/** True while a hold is active. */
export function isSnoozed(hold: SnoozeHold, issue: SnoozeMeasure): boolean {
  const exists = hold.until !== null || hold.untilCount !== null || hold.untilUsers !== null
  return exists && endOfHold(hold, issue) === null
}
