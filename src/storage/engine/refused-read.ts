import { TooManyWaitingError } from '#platform/turns/fair-turns.ts'

/** Code of the error of a statement on SQLite that took too long. */
export const OVER_TIME = 'ERRATA_OVER_TIME'
/** Of PostgreSQL: ended by `statement_timeout`. */
const QUERY_CANCELED = '57014'

/** True when the engine gave up on a query because of its time, and not because anything is wrong with it. */
export function isOverTime(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === OVER_TIME || code === QUERY_CANCELED || message === 'Query read timeout'
}

export function isTooManyWaiting(error: unknown): boolean {
  return error instanceof TooManyWaitingError
}
