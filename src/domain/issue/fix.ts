import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { ReleaseComparisonKind } from '#contract/vocabulary.ts'
import type { SeenRelease } from '../release/newest-release.ts'
import { compareReleases, type FirstSeen } from '../release/release-order.ts'

/** A release that is not in use by then may never be. */
const GIVE_UP_MS = 30 * DAY_MS
const FIRST_CHECK_MS = MINUTE_MS
const LAST_CHECK_MS = 6 * HOUR_MS

export interface WatchedFix {
  fixedAt: number
  /** How long its release must be in use without the error. */
  watchMs: number
}

export interface FixedIn {
  release: string
  fixedAt: number
  comparison: ReleaseComparisonKind | null
}

/** True if an event shows that a fix does not work: received after it, of its release or a newer one. */
export function showsFailure(
  fixed: FixedIn,
  event: { release: string; receivedAt: number },
  firstSeen: FirstSeen,
): boolean {
  if (event.receivedAt <= fixed.fixedAt || event.release === '') return false
  return hasFix(fixed, event.release, firstSeen)
}

function hasFix(
  { release: base, comparison }: Omit<FixedIn, 'fixedAt'>,
  release: string,
  firstSeen: FirstSeen,
) {
  const { order, kind } = compareReleases(release, base, firstSeen)
  if (kind === 'same') return true
  // As for regressions: among versions, an odd name is never newer.
  return order > 0 && (kind !== 'first-seen' || comparison === 'first-seen' || comparison === 'time')
}

/** The releases among these that have a fix, and since when one of them has been in use (epoch ms); null: never. */
export function releasesWithFix(
  fixed: FixedIn,
  seen: readonly SeenRelease[],
): { versions: string[]; seenAt: number | null } {
  const times = new Map(seen.map(({ version, first_seen_at }) => [version, first_seen_at]))
  const having = seen.filter(({ version }) => hasFix(fixed, version, (release) => times.get(release)))
  if (having.length === 0) return { versions: [], seenAt: null }
  const first = having.reduce(
    (least, { first_seen_at }) => Math.min(least, first_seen_at),
    Number.POSITIVE_INFINITY,
  )
  return { versions: having.map(({ version }) => version), seenAt: Math.max(fixed.fixedAt, first) }
}

export interface FixUse {
  /** Since when it has been in use, epoch ms; null: it has not. */
  seenAt: number | null
  /** Whether events of it arrived at the end of the watch or later. */
  isUsedAfter: boolean
}

export type FixVerdict =
  | { state: 'verified' | 'unconfirmed' }
  | { state: 'watching'; seenAt: number | null; checkAt: number }

export function endOfWatch({ watchMs }: WatchedFix, seenAt: number): number {
  return seenAt + watchMs
}

/** No contradicting event. A rarely used release is checked ever less often, and given up after 30 days. */
export function judgeFix(fix: WatchedFix, { seenAt, isUsedAfter }: FixUse, now: number): FixVerdict {
  const end = seenAt === null ? fix.fixedAt : endOfWatch(fix, seenAt)
  if (seenAt !== null && now < end) return { state: 'watching', seenAt, checkAt: end }
  if (seenAt !== null && isUsedAfter) return { state: 'verified' }
  if (now - end >= GIVE_UP_MS) return { state: 'unconfirmed' }
  const rest = Math.min(LAST_CHECK_MS, Math.max(FIRST_CHECK_MS, (now - fix.fixedAt) / 10))
  return { state: 'watching', seenAt, checkAt: now + Math.ceil(rest) }
}

export function firstCheck(fixedAt: number): number {
  return fixedAt + FIRST_CHECK_MS
}

/** The middle one of these numbers, rounded; null if there is none. */
export function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const value = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return Math.round(value)
}
