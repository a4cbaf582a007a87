import { ENGINE_TROUBLES, ServiceError } from '#contract/errors.ts'
import { JournalUnavailableError } from '#journal/journal.ts'
import { engineTrouble } from '#storage/engine/engine-failure.ts'
import { isTooManyWaiting } from '#storage/engine/refused-read.ts'
import { queueUnavailable } from './accept-event.ts'

/** The error for a sender, whatever went wrong; never one that says to ask for less, which a sender can't. */
export function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof JournalUnavailableError) return queueUnavailable(error)
  const options = { retryAfterSeconds: 5, cause: error }
  if (isTooManyWaiting(error)) return new ServiceError('queue_unavailable', undefined, options)
  const trouble = engineTrouble(error)
  if (trouble === null) return new ServiceError('internal', undefined, { cause: error })
  const message = ENGINE_TROUBLES[trouble === 'too_slow' ? 'busy' : trouble]
  return new ServiceError('queue_unavailable', message, options)
}
