import type { NewRule } from '#storage/alert/alert-rule.ts'

const WINDOWS = [5, 15, 60, 360, 1440]
const QUERIES = [
  'level:error,fatal',
  'env:production',
  'release:shop@4.12.0',
  '!env:staging',
  'env:production level:error,fatal',
  '!level:info',
  'timeout',
  '"payment gateway" env:production',
  'assigned:none',
  'plan:gold',
]
const THRESHOLDS = [
  { type: 'count', value: 100_000_000 },
  { type: 'users', value: 1000 },
  { type: 'percent_increase', value: 1_000_000 },
] as const

/**
 * Rules as teams write them, each of which matches every event of `hotEnvelope`. None fires: one that rests after it
 * fired costs less.
 */
export function matchingRules(count: number): Omit<NewRule, 'projectId' | 'createdAt'>[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'custom',
    name: `Rule ${at}`,
    enabled: true,
    query: QUERIES[at % QUERIES.length]!,
    windowMinutes: WINDOWS[Math.floor(at / QUERIES.length) % WINDOWS.length]!,
    threshold: THRESHOLDS[at % THRESHOLDS.length]!,
    cooldownMinutes: 60,
  }))
}
