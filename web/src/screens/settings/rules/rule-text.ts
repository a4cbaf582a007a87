import { LIMITS } from '#contract/limits.ts'
import type { AlertRule, RuleKind } from '../../../api/wire.ts'
import { minutesText } from '../../../entities/alert/rule-units.ts'
import { formatCount } from '../../../format/number.ts'

export const KINDS: { value: RuleKind; label: string; hint: string }[] = [
  {
    value: 'velocity',
    label: 'Velocity',
    hint: 'An issue happens too often, or to too many people.',
  },
  { value: 'custom', label: 'Custom', hint: 'Events that match a search, counted per issue.' },
]

type Condition = Pick<AlertRule, 'threshold' | 'window_minutes' | 'query'>

/** A rule's condition as a sentence: `An issue has 50 or more events in 5 min`. */
export function conditionText({ threshold: { type, value }, window_minutes: window }: Condition): string {
  const time = minutesText(window)
  if (type === 'count') return `An issue has ${formatCount(value)} or more events in ${time}`
  if (type === 'users') return `An issue happens to ${formatCount(value)} or more users in ${time}`
  return `An issue has ${formatCount(value)} % more events in ${time} than in the ${time} before, and at least ${LIMITS.ruleMinEvents}`
}
