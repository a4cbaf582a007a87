import type { RuleThresholdType } from '../../api/wire.ts'
import { formatCount, plural } from '../../format/number.ts'

export const THRESHOLDS: { value: RuleThresholdType; label: string; unit: string }[] = [
  { value: 'count', label: 'Events', unit: 'events' },
  { value: 'users', label: 'Affected users', unit: 'users' },
  { value: 'percent_increase', label: 'Increase over the previous window', unit: '%' },
]

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** `15 min`, `2 hours`, `1 day`, `90 min`. */
export function minutesText(minutes: number): string {
  if (minutes % MINUTES_PER_DAY === 0) return plural(minutes / MINUTES_PER_DAY, 'day')
  if (minutes % MINUTES_PER_HOUR === 0) return plural(minutes / MINUTES_PER_HOUR, 'hour')
  return `${formatCount(minutes)} min`
}
