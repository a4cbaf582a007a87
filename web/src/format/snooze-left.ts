import type { IssueSummary } from '#contract/issue/issue.ts'
import { plural } from './number.ts'
import { formatHold } from './time.ts'

type Held = Pick<
  IssueSummary,
  | 'snoozed'
  | 'snooze_until'
  | 'snooze_until_count'
  | 'snooze_until_users'
  | 'event_count'
  | 'unique_user_count'
>

/**
 * The rest of a snooze: `3 h 12 min left`, `37 events left`; `undefined` if none holds.
 *
 * @param now epoch ms
 */
export function snoozeLeft(issue: Held, now: number): string | undefined {
  if (!issue.snoozed) return undefined
  const { snooze_until: until, snooze_until_count: events, snooze_until_users: users } = issue
  if (until !== null) {
    const rest = Date.parse(until) - now
    return rest > 0 ? `${formatHold(rest)} left` : undefined
  }
  if (events !== null) return `${plural(Math.max(1, events - issue.event_count), 'event')} left`
  return `${plural(Math.max(1, (users ?? 0) - issue.unique_user_count), 'user')} left`
}
