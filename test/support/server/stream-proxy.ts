import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands between browsers and the service, and hands everything on except live streams, if told so. */
export interface StreamProxy {
  origin: string
  /** Streams that are open say nothing any more; nobody is told. */
  silenceOpen(): void
}

/** @param keep `streams`: they reach nobody, not even their headers, as behind a proxy that reads an answer to its end
 * first. It ends with the test. */
export async function streamProxyOfTest(upstream: string, keep?: 'streams'): Promise<StreamProxy> {
  const streams = new Set<IncomingMessage>()
  const server = createServer((incoming, outgoing) => {
    const { headers, method = 'GET', url: path = '/' } = incoming
    const forwarded = request(new URL(path, upstream), { method, headers }, (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
      if (isStream && keep === 'streams') return void answer.resume()
      if (isStream) streams.add(answer)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silenceOpen() {
      for (const stream of streams) stream.unpipe().resume()
    },
  }
}
