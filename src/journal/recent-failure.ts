/** What failed counts as mended after this: a service that is not ready gets no further attempts. */
const FORGOTTEN_AFTER_MS = 30_000

/** Why the journal's last append failed; null if that is too long ago to say anything about the next one. */
export function recentFailure(failure: { message: string; at: number } | null): string | null {
  return failure && Math.abs(Date.now() - failure.at) < FORGOTTEN_AFTER_MS ? failure.message : null
}
