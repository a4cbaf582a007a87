import type { FastifyBaseLogger } from 'fastify'
import type { ServiceError } from '#contract/errors.ts'

/** Logs what failed on our side, and senders that could not be served in time.
 * @param error what is answered; its `cause` has the stack that the answer does not show. */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  error: ServiceError,
  requestId: string,
): void {
  const { code, message } = error
  if (code === 'request_timeout') log.warn({ code, message }, 'an ingest request timed out')
  else if (error.status < 500) return
  // A refusal without a cause is one of our limits at work.
  else if (code === 'queue_unavailable' && error.cause === undefined)
    log.warn({ code, message }, 'ingest requests refused')
  else log.error({ err: error.cause ?? error, request_id: requestId, code }, 'ingest request failed')
}
