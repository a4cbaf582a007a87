import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/**
 * The yardstick: the least work any Node service could do for an event. It reads the body, inflates it,
 * parses the envelope and its event, hashes what a grouping key is made of, and answers. Nothing is kept.
 */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const [header = '', , event = ''] = gunzipSync(Buffer.concat(chunks)).toString().split('\n')
    const { event_id: id } = JSON.parse(header)
    hash('sha256', groupingText(JSON.parse(event)))
    const body = JSON.stringify({ id })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
}

interface BareEvent {
  exception: { values: { type: string; stacktrace: { frames: { filename: string; function: string }[] } }[] }
}

function groupingText(event: BareEvent): string {
  return event.exception.values
    .map(
      ({ type, stacktrace }) =>
        type + stacktrace.frames.map((frame) => frame.filename + frame.function).join(),
    )
    .join()
}

const server = createServer(answer)
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.once('disconnect', () => process.exit())
