/** Without a further attempt, what failed counts as mended after this time, ms: nobody sends to a service that is not ready. */
const FORGOTTEN_AFTER_MS = 30_000

/** Why the journal's last append failed; null if that is too long ago to say anything about the next one. */
export function recentFailure(failure: { message: string; at: number } | null): string | null {
  return failure && Math.abs(Date.now() - failure.at) < FORGOTTEN_AFTER_MS ? failure.message : null
}
