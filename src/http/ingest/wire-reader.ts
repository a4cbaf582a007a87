import type { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { ServiceError } from '#contract/errors.ts'
import { inviteBody } from '../server/expect-continue.ts'
import { OVERDUE, type Overdue, overdueError } from '../server/overdue.ts'
import { ClientGoneError } from './client-gone.ts'

/** Reads a body piece by piece. Between the pieces the request is paused, so that a fast sender waits for
 * us; a sender that is slow only has to keep its pace, however long it takes. */
export class WireReader {
  readonly #req: IncomingMessage
  #overdue: ServiceError | null = null
  #wake: (() => void) | null = null
  #bytes = 0

  constructor(req: IncomingMessage) {
    this.#req = req
    req.on(OVERDUE, this.#onOverdue)
    inviteBody(req)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Null at the end of the body, or once released. @throws ClientGoneError, request_timeout */
  async next(): Promise<Buffer | null> {
    for (;;) {
      if (this.#overdue !== null) throw this.#overdue
      const piece = this.#req.read() as Buffer | null
      if (piece !== null) {
        this.#bytes += piece.length
        return piece
      }
      if (this.#req.readableEnded) return null
      if (this.#req.destroyed) throw new ClientGoneError()
      if (await this.#moreOrReleased()) return null
    }
  }

  /** Ends a reading that is waiting. The rest of the body is left to the caller. */
  release(): void {
    this.#req.off(OVERDUE, this.#onOverdue)
    this.#wake?.()
    this.#wake = null
  }

  readonly #onOverdue = (overdue: Overdue) => {
    if (overdue === 'late') return
    this.#overdue = overdueError(overdue)
    this.#wake?.()
  }

  #moreOrReleased(): Promise<boolean> {
    const req = this.#req
    return new Promise((resolve) => {
      const settle = () => {
        for (const event of ['readable', 'end', 'close']) req.off(event, settle)
        resolve(this.#wake === null)
      }
      this.#wake = settle
      for (const event of ['readable', 'end', 'close']) req.on(event, settle)
    })
  }
}
