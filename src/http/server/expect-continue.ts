import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Handler } from './one-at-a-time.ts'

/** Emitted on a request whose body is about to be read. */
const INVITED = 'invited'
/** A refused client may have begun to send: closing at once would reset the connection and lose the answer. */
const LINGER_MS = 5000

/** Clients that send `Expect: 100-continue` wait for that answer before they send the body. The runtime would send it
 * before it knows who asks; here the reader of the body does, so a refusal invites none (decision 0181). */
export function inviteLate(server: Server, handle: Handler): void {
  server.on('checkContinue', (request, response) => {
    request.once(INVITED, () => response.writeContinue())
    // If the body was not asked for, the runtime closes the connection after the answer.
    response.once('prefinish', () => {
      if (isHeldBack(request) && !request.complete) closeGently(request.socket)
    })
    handle(request, response)
  })
}

/** Whether the client still waits to be asked for its body, which then is not late. */
export function isHeldBack(request: IncomingMessage): boolean {
  return request.listenerCount(INVITED) > 0
}

/** To be called before a body is read. */
export function inviteBody(request: IncomingMessage): void {
  request.emit(INVITED)
}

/** Whether the client announced more than it may send, and has sent none of it. Others are read up to the limit. */
export function announcesTooMuch(request: IncomingMessage, maxBytes: number): boolean {
  return isHeldBack(request) && Number(request.headers['content-length'] ?? 0) > maxBytes
}

/** In place of what the runtime does after a last answer. */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}
