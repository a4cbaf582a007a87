import { steadyClock } from '#platform/clock.ts'

/** What failed counts as mended after this: a service that is not ready gets no further attempts. */
const FORGOTTEN_AFTER_MS = 30_000

/** A failed append, by the steady clock. */
export interface AppendFailure {
  message: string
  at: number
}

export function appendFailure(message: string): AppendFailure {
  return { message, at: steadyClock() }
}

/** Why the journal's last append failed; null if that is too long ago to say anything about the next one. */
export function recentFailure(failure: AppendFailure | null): string | null {
  return failure && steadyClock() - failure.at < FORGOTTEN_AFTER_MS ? failure.message : null
}
