import { counted, grouped } from '#contract/counted.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RuleThresholdType } from '#contract/vocabulary.ts'

export interface RuleThreshold {
  windowMinutes: number
  type: RuleThresholdType
  value: number
}

export interface RuleMeasure {
  events: number
  /** Events in the window before; `previousAtMost`: part of it is not known, and there were no more than these. */
  previous: number
  previousAtMost: boolean
  users: number
}

/** True when a rule fires. Where part of the window before is not known, only when it does in any case. */
export function isReached({ type, value }: RuleThreshold, { events, previous, users }: RuleMeasure): boolean {
  switch (type) {
    case 'count':
      return events >= value
    case 'users':
      return users >= value
    case 'percent_increase':
      return events >= LIMITS.ruleMinEvents && events * 100 >= previous * (100 + value)
    default:
      return type satisfies never
  }
}

/** So few events can't make a rule fire, whatever came before. */
export function leastEvents({ type, value }: RuleThreshold): number {
  return type === 'percent_increase' ? LIMITS.ruleMinEvents : value
}

/** Why a rule fired, in one line: `142 events in 15 min, 31 in the 15 min before: +358 %, threshold 300 %`. */
export function firingReason(threshold: RuleThreshold, measure: RuleMeasure): string {
  const { windowMinutes, type, value } = threshold
  const window = `${windowMinutes} min`
  const { events, previous, users } = measure
  switch (type) {
    case 'count':
      return `${counted(events, 'event')} in ${window}, threshold ${grouped(value)}`
    case 'users':
      return `${counted(users, 'user')} in ${window}, threshold ${grouped(value)}`
    case 'percent_increase': {
      const start = `${counted(events, 'event')} in ${window}, `
      if (previous === 0) return `${start}none in the ${window} before, threshold ${grouped(value)} %`
      const increase = Math.floor(((events - previous) * 100) / previous)
      const most = measure.previousAtMost ? 'at most ' : ''
      const least = measure.previousAtMost ? 'at least ' : ''
      return `${start}${most}${grouped(previous)} in the ${window} before: ${least}+${grouped(increase)} %, threshold ${grouped(value)} %`
    }
    default:
      return type satisfies never
  }
}

/** In a sentence; null if it can be reached. @param hourlyCap events of the project per UTC clock hour. */
export function thresholdProblem(threshold: RuleThreshold, hourlyCap: number): string | null {
  const hours = Math.ceil(threshold.windowMinutes / 60) + 1
  const most = hourlyCap * hours
  const needed = leastEvents(threshold)
  if (hourlyCap === 0 || needed <= most) return null
  return `The project accepts ${grouped(hourlyCap)} events per hour, so there can never be ${grouped(needed)} in ${threshold.windowMinutes} minutes. Lower the threshold to ${grouped(most)} or less, use a longer window, or raise the project's hourly limit.`
}
