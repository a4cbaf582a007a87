import { LIMITS } from '#contract/limits.ts'
import type { AlertRule, AlertRulePreviewBody } from '../../../api/wire.ts'

const MINUTES_PER_DAY = 24 * 60

/** The editor's content: numbers as they are typed. */
export interface RuleDraft {
  name: string
  kind: AlertRule['kind']
  query: string
  window: string
  cooldown: string
  type: AlertRule['threshold']['type']
  value: string
}

export const NEW_RULE: RuleDraft = {
  name: '',
  kind: 'velocity',
  query: '',
  window: '15',
  cooldown: '60',
  type: 'count',
  value: '50',
}

export function draftOf(rule: AlertRule): RuleDraft {
  return {
    name: rule.name,
    kind: rule.kind,
    query: rule.query,
    window: String(rule.window_minutes),
    cooldown: String(rule.cooldown_minutes),
    type: rule.threshold.type,
    value: String(rule.threshold.value),
  }
}

/** The largest number each field takes. */
export const LARGEST = {
  window: MINUTES_PER_DAY,
  cooldown: 7 * MINUTES_PER_DAY,
  value: (type: RuleDraft['type']) => (type === 'users' ? LIMITS.ruleUsers : LIMITS.ruleThreshold),
}

type Condition = Omit<AlertRulePreviewBody, 'project_id'>

/** The condition of a draft; undefined while it is not complete. */
export function conditionOf(draft: RuleDraft): Condition | undefined {
  const window = wholeNumber(draft.window, LARGEST.window)
  const cooldown = wholeNumber(draft.cooldown, LARGEST.cooldown)
  const value = wholeNumber(draft.value, LARGEST.value(draft.type))
  const query = draft.query.trim()
  if (window === undefined || cooldown === undefined || value === undefined) return undefined
  if (draft.kind === 'custom' && query === '') return undefined
  return {
    kind: draft.kind,
    query,
    window_minutes: window,
    cooldown_minutes: cooldown,
    threshold: { type: draft.type, value },
  }
}

function wholeNumber(text: string, largest: number): number | undefined {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= largest ? value : undefined
}
