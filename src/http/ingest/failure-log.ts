import type { FastifyBaseLogger } from 'fastify'
import type { ServiceError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'

const QUIET_MS = 10_000

/**
 * Logs what failed on our side. While the queue is unavailable every request fails for the same reason, and on
 * a full disk the log must not take what is left: of those one in ten seconds is logged, with the number of
 * the others.
 */
export class FailureLog {
  readonly #deps: { log: Pick<FastifyBaseLogger, 'error'>; clock: Clock }
  #quietUntil = 0
  #unlogged = 0

  constructor(deps: { log: Pick<FastifyBaseLogger, 'error'>; clock: Clock }) {
    this.#deps = deps
  }

  /** @param cause what was thrown, with the stack that the answer does not show. */
  log({ code }: ServiceError, cause: unknown, requestId: string): void {
    const entry = { err: cause, request_id: requestId, code }
    if (code !== 'queue_unavailable') {
      this.#deps.log.error(entry, 'ingest request failed')
      return
    }
    const now = this.#deps.clock()
    if (now < this.#quietUntil) {
      this.#unlogged += 1
      return
    }
    this.#deps.log.error({ ...entry, others: this.#unlogged }, 'ingest request failed')
    this.#quietUntil = now + QUIET_MS
    this.#unlogged = 0
  }
}
