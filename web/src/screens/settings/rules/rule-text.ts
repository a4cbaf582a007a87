import { LIMITS } from '#contract/limits.ts'
import type { AlertRule, RuleKind, RuleThresholdType } from '../../../api/wire.ts'
import { formatCount, plural } from '../../../format/number.ts'

export const KINDS: { value: RuleKind; label: string; hint: string }[] = [
  {
    value: 'velocity',
    label: 'Velocity',
    hint: 'An issue happens too often, or to too many people.',
  },
  { value: 'custom', label: 'Custom', hint: 'Events that match a search, counted per issue.' },
]

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

type Condition = Pick<AlertRule, 'threshold' | 'window_minutes' | 'query'>

/** A rule's condition as a sentence: `An issue has 50 or more events in 5 min`. */
export function conditionText({ threshold: { type, value }, window_minutes: window }: Condition): string {
  const time = minutesText(window)
  if (type === 'count') return `An issue has ${formatCount(value)} or more events in ${time}`
  if (type === 'users') return `An issue happens to ${formatCount(value)} or more users in ${time}`
  return `An issue has ${formatCount(value)} % more events in ${time} than in the ${time} before, and at least ${LIMITS.ruleMinEvents}`
}
