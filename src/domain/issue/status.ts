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

/** Why an event is a regression. */
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

/**
 * Decides whether an event turns a resolved issue into a regression: only one received after the resolve, of
 * a release strictly newer than the one it was resolved in, or, if none was named, than the newest that the
 * issue had been seen in by then; if there was none, any event. If the resolution says that releases are told
 * apart by their names, a name that cannot be is never newer, whenever it was first seen.
 * @returns null when it is none.
 */
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

/**
 * Why the latest event of a resolved issue did not make it a regression, in one sentence; null if its release
 * does not say.
 * @param latest the event's release, and whether it is hidden.
 */
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

/**
 * How releases are told apart, seen from the one an issue is resolved in (`base`; null or empty: none is
 * known): as most of the first ten others are told from it. One odd name among versions, or a commit id that
 * happens to be all digits, does not change what the project does.
 * @param others releases of the issue, then of the project; may hold the base.
 */
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

/**
 * Applies a request to an issue. A release alone is stored with the status unchanged; leaving `resolved`
 * forgets the resolution; resolving again keeps the release that was named before, unless another is.
 */
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
