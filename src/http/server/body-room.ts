import type { ServerResponse } from 'node:http'
import { ServiceError } from '#contract/errors.ts'
import { InFlightBudget } from '#ingest/admission/in-flight-budget.ts'

/** Bytes of bodies of signed-in users and tokens that are in hand at once. */
const BODIES_BYTES = 64 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5

/** Name of the request decoration; null: its bytes are not counted. */
export const HOLD = 'holdBytes'
/** Counts what has arrived of a body. @throws rate_limit_exceeded if there is no room for it. */
export type HoldBytes = (bytes: number) => void

/** The memory that bodies of the API take, in shares of organizations: half for one alone (decision 0048).
 * Bodies of callers without a credential are not counted: the small size of each is bound enough. */
export class BodyRoom {
  readonly #budget = new InFlightBudget(BODIES_BYTES)

  /** Until the request is answered, or its client is gone. */
  of(orgId: number, response: ServerResponse): HoldBytes {
    const holder = { org: null, project: orgId, client: null }
    let held = 0
    response.once('close', () => {
      this.#budget.giveBack(holder, held)
      held = 0
    })
    return (bytes) => {
      if (!this.#budget.take(holder, bytes - held, bytes)) throw noRoom()
      held = bytes
    }
  }
}

function noRoom(): ServiceError {
  const message = 'Your organization is sending too much at once. Try again shortly.'
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
