import { ApiError } from '../../api/client.ts'

/**
 * The server's error for each field of a form.
 *
 * @returns a function from a field's name in the request to its error; parts of a field count as the field
 */
export function fieldErrors(error: unknown): (field: string) => string | undefined {
  const details = error instanceof ApiError ? error.details : []
  return (field) => details.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message
}

/** The error of a form as a whole; undefined if its fields say it all. */
export function formError(error: Error | null): string | undefined {
  if (error === null || (error instanceof ApiError && error.details.length > 0)) return undefined
  return attemptError(error)
}

const FIFTEEN_MINUTES = 15 * 60

/** An error's text. Too many attempts may have been refused by a proxy, which doesn't say when to try again. */
export function attemptError(error: Error): string {
  const isOfProxy = error instanceof ApiError && error.status === 429 && error.code === 'unknown'
  if (!isOfProxy) return error.message
  return `Too many attempts. Try again in ${Math.ceil((error.retryAfterSeconds ?? FIFTEEN_MINUTES) / 60)} min.`
}
