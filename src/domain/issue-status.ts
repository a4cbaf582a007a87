import type { IssueStatus } from '#contract/vocabulary.ts'
import { compareReleases, type FirstSeen } from './release-order.ts'

/** What an issue remembers of its resolution; all null unless its status is resolved. */
export interface Resolution {
  resolvedInRelease: string | null
  /** Epoch ms. */
  resolvedAt: number | null
  /** Newest release the project had seen at that time. */
  resolvedBaseRelease: string | null
}

/** An event of a resolved issue. */
export interface ReturningEvent {
  /** Empty when it names none. */
  release: string
  /** Server clock, epoch ms. */
  receivedAt: number
  /** The event's own time, epoch ms. */
  occurredAt: number
}

/**
 * Decides whether an event turns a resolved issue into a regression: only one received after the resolve, of
 * a release strictly newer than the one it was resolved in, or, where none was named, than the newest that
 * was known then; where none was known, one that occurred after the resolve.
 * @returns why it is a regression, for people; null when it is not.
 */
export function regressionNote(
  resolution: Resolution,
  event: ReturningEvent,
  firstSeen: FirstSeen,
): string | null {
  if (resolution.resolvedAt === null || event.receivedAt <= resolution.resolvedAt) return null
  const base = resolution.resolvedInRelease || resolution.resolvedBaseRelease
  if (!base) return event.occurredAt > resolution.resolvedAt ? 'occurred after it was resolved' : null
  if (event.release === '') return null
  const comparison = compareReleases(event.release, base, firstSeen)
  return comparison.order > 0 ? comparison.explanation : null
}

/** What a person or a program asks for. */
export interface StatusRequest {
  status?: IssueStatus | undefined
  resolvedInRelease?: string | undefined
}

/** Columns that a request changes. */
export interface StatusChange extends Resolution {
  status: IssueStatus
  /** A change of status by hand ends a snooze hold. */
  endsSnooze: boolean
}

/**
 * Applies a request to an issue. A release alone is stored with the status unchanged; leaving `resolved`
 * forgets the resolution; resolving again keeps the release that was named before, unless another is.
 */
export function changeStatus(
  current: Resolution & { status: IssueStatus },
  request: StatusRequest,
  context: { now: number; newestRelease: string | null },
): StatusChange {
  const status = request.status ?? current.status
  const resolvedInRelease = request.resolvedInRelease ?? current.resolvedInRelease
  const endsSnooze = request.status !== undefined
  if (request.status === undefined) return { ...current, resolvedInRelease, endsSnooze }
  if (status !== 'resolved') {
    return { status, resolvedInRelease: null, resolvedAt: null, resolvedBaseRelease: null, endsSnooze }
  }
  return {
    status,
    resolvedInRelease,
    resolvedAt: context.now,
    resolvedBaseRelease: context.newestRelease,
    endsSnooze,
  }
}
