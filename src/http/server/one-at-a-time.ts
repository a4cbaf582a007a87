import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Of one connection. No client is known to send as many ahead. */
const MAX_WAITING = 16

interface Line {
  isBusy: boolean
  waiting: [IncomingMessage, ServerResponse][]
}

/** Starts a request only after the previous answer on its connection was sent, so a client that pipelines requests
 * and reads nothing can't make us hold many answers. With more than 16 requests waiting, the connection is closed. */
export function oneAtATime(handle: Handler): Handler {
  const lines = new WeakMap<Socket, Line>()
  return (request, response) => {
    const { socket } = request
    // Its last answer was sent.
    if (!socket.writable) return
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] }
    lines.set(socket, line)
    if (!line.isBusy) begin(line, [request, response])
    else if (line.waiting.length < MAX_WAITING) line.waiting.push([request, response])
    else socket.destroy()
  }

  function begin(line: Line, [request, response]: [IncomingMessage, ServerResponse]): void {
    line.isBusy = true
    response.once('close', () => {
      const next = request.socket.writable ? line.waiting.shift() : undefined
      if (next) begin(line, next)
      else {
        line.isBusy = false
        line.waiting = []
      }
    })
    handle(request, response)
  }
}
