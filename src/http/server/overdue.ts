import { ServiceError } from '#contract/errors.ts'

/** Emitted on a request whose body keeps the service waiting; see `Connections`. */
export const OVERDUE = 'overdue'

/** `stalled`: its bytes come too slowly, or not at all. `late`: it takes too long in all. */
export type Overdue = 'stalled' | 'late'

/** Longest pause in a body, and how long a body may take to reach its pace. */
export const STALL_MS = 5000
export const LEAST_BYTES_PER_SECOND = 1024
/** For a whole request, other than an envelope that is read as a stream. */
export const LATE_MS = 30_000

/** What is still read of a body that was refused, and for how long: closing at once would lose the answer. */
export const DISCARD_BYTES = 16 * 1024 * 1024
export const DISCARD_MS = 5000

const MESSAGES: Record<Overdue, string> = {
  stalled: `The request stopped arriving: nothing for ${STALL_MS / 1000} s, or less than ${LEAST_BYTES_PER_SECOND / 1024} KiB a second. Send it again.`,
  late: `The request did not arrive within ${LATE_MS / 1000} s. Send less at once.`,
}

export function overdueError(overdue: Overdue): ServiceError {
  return new ServiceError('request_timeout', MESSAGES[overdue])
}
