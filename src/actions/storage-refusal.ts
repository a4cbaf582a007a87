import { ENGINE_TROUBLES, ServiceError } from '#contract/errors.ts'
import { engineTrouble } from '#storage/engine/engine-failure.ts'
import { isOverTime, isTooManyWaiting } from '#storage/engine/refused-read.ts'

const TOO_MANY_WAITING =
  'Too many of your requests are waiting for a response. Send fewer at once, and try again.'
const SOON = { retryAfterSeconds: 2 }

/** The error for a caller when the database refused or failed; null for other errors. */
export function storageRefusal(error: unknown): ServiceError | null {
  if (isTooManyWaiting(error)) return new ServiceError('rate_limit_exceeded', TOO_MANY_WAITING, SOON)
  if (isOverTime(error)) return new ServiceError('query_too_slow', ENGINE_TROUBLES.too_slow, SOON)
  const trouble = engineTrouble(error)
  if (trouble === null) return null
  return new ServiceError('storage_unavailable', ENGINE_TROUBLES[trouble], { retryAfterSeconds: 5 })
}
