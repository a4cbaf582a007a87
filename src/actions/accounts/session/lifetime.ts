import { DAY_MS } from '#contract/time.ts'

const IDLE_MS = 14 * DAY_MS
export const LONGEST_SESSION_MS = 90 * DAY_MS

/** When a session ends (epoch ms) that was last used at `usedAt`: after 14 idle days, 90 days at most. */
export function sessionEnd(createdAt: number, usedAt: number): number {
  return Math.min(usedAt + IDLE_MS, createdAt + LONGEST_SESSION_MS)
}
