import type { IssueStatus, ReleaseComparisonKind } from '#contract/vocabulary.ts'
import { compareReleases, type FirstSeen, kindOfRelease } from '../release/release-order.ts'

/** An issue's resolution; all null unless its status is resolved. */
export interface Resolution {
  resolvedInRelease: string | null
  resolvedAt: number | null
  /** Newest release that the issue, its merged ones included, had been seen in at that time. */
  resolvedBaseRelease: string | null
  resolvedComparison: ReleaseComparisonKind | null
}

export interface Regression {
  comparison: ReleaseComparisonKind
  note: string
}

export interface ReturningEvent {
  /** Empty when it names none, or one that is hidden. */
  release: string
  /** Server clock, epoch ms. */
  receivedAt: number
}

/** Only an event received after the resolve, of a release newer than the named one, else than the newest
 * the issue was seen in by then; if there was none, any event. If releases are told apart by name, an odd
 * name is never newer, whenever it was first seen. @returns null if it is not a regression. */
export function findRegression(
  resolution: Resolution,
  event: ReturningEvent,
  firstSeen: FirstSeen,
): Regression | null {
  const { resolvedAt, resolvedComparison } = resolution
  if (resolvedAt === null || event.receivedAt <= resolvedAt) return null
  const base = resolution.resolvedInRelease || resolution.resolvedBaseRelease
  if (!base) return { comparison: 'time', note: 'received after it was resolved' }
  if (event.release === '') return null
  const { order, kind, explanation } = compareReleases(event.release, base, firstSeen)
  if (order <= 0 || kind === 'same') return null
  if (isByName(resolvedComparison) && kind === 'first-seen') return null
  return { comparison: kind, note: explanation }
}

function isByName(comparison: ReleaseComparisonKind | null): boolean {
  return comparison === 'semver' || comparison === 'numeric'
}

/** One sentence; null if its release does not say. @param latest its release, and whether that is hidden. */
export function whyNoRegression(
  { resolvedInRelease, resolvedBaseRelease, resolvedComparison }: Resolution,
  latest: { release: string; isHidden: boolean },
): string | null {
  const base = resolvedInRelease || resolvedBaseRelease
  if (!base) return null
  const { release, isHidden } = latest
  const what = resolvedInRelease
    ? `${base}, the release it was resolved in`
    : `${base}. When it was resolved, its newest release was ${base}`
  if (release === '') return `The latest event has no release; reopening needs one newer than ${what}.`
  if (isHidden)
    return `The latest event is from ${release}, which is hidden; reopening needs a release newer than ${what}.`
  const { order, kind } = compareReleases(release, base, () => undefined)
  if (kind === 'first-seen' && isByName(resolvedComparison)) {
    return `${release} is not a version number, so it can't be newer than ${what}.`
  }
  return order > 0 ? null : `${release} is not newer than ${what}.`
}

const COMPARED_RELEASES = 10

/** As most of the first ten others are told from `base` (null or empty: unknown), so one odd name, or an
 * all-digit commit id, changes nothing. @param others of the issue, then the project; may hold the base. */
export function comparisonOfResolution(
  base: string | null,
  others: readonly string[],
): ReleaseComparisonKind {
  if (!base) return 'time'
  const votes = { semver: 0, numeric: 0, 'first-seen': 0 }
  for (const other of others.slice(0, COMPARED_RELEASES)) {
    const { kind } = compareReleases(base, other, () => undefined)
    if (kind !== 'same') votes[kind] += 1
  }
  const kinds = ['semver', 'numeric', 'first-seen'] as const
  const most = kinds.reduce((best, kind) => (votes[kind] > votes[best] ? kind : best))
  return votes[most] === 0 ? kindOfRelease(base) : most
}

export interface StatusRequest {
  status?: IssueStatus | undefined
  /** Null and empty forget the one that was named. */
  resolvedInRelease?: string | null | undefined
}

export interface StatusChange extends Resolution {
  status: IssueStatus
  endsSnooze: boolean
}

export interface KnownReleases {
  newest: string | null
  /** By these it is decided how releases are told apart: the issue's own, then the project's, latest first. */
  latest: readonly string[]
}

export const NO_RELEASES: KnownReleases = { newest: null, latest: [] }

/** A release alone leaves the status; leaving `resolved` forgets the resolution; resolving again keeps the
 * named release unless another is given. */
export function changeStatus(
  current: Resolution & { status: IssueStatus },
  request: StatusRequest,
  context: { now: number; releases: KnownReleases },
): StatusChange {
  const status = request.status ?? current.status
  const resolvedInRelease =
    request.resolvedInRelease === undefined ? current.resolvedInRelease : request.resolvedInRelease || null
  const endsSnooze = request.status !== undefined
  const { newest, latest } = context.releases
  if (request.status === undefined) {
    const change = { ...current, resolvedInRelease, endsSnooze }
    if (current.resolvedAt === null || request.resolvedInRelease === undefined) return change
    const base = resolvedInRelease ?? current.resolvedBaseRelease
    return { ...change, resolvedComparison: comparisonOfResolution(base, latest) }
  }
  if (status !== 'resolved') return { status, ...NO_RESOLUTION, endsSnooze }
  return {
    status,
    resolvedInRelease,
    resolvedAt: context.now,
    resolvedBaseRelease: newest,
    resolvedComparison: comparisonOfResolution(resolvedInRelease ?? newest, latest),
    endsSnooze,
  }
}

const NO_RESOLUTION: Resolution = {
  resolvedInRelease: null,
  resolvedAt: null,
  resolvedBaseRelease: null,
  resolvedComparison: null,
}
