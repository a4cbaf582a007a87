import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Exchange {
  path: string
  status: number
  /** Types of the envelope's items, by the lines that name one. */
  itemTypes: string[]
  answer: string
}

/** Stands between an SDK and the service and notes what was said; changes nothing. */
export interface RecordingProxy {
  origin: string
  exchanges: Exchange[]
  close(): Promise<void>
}

/** Forwards every request to `upstream` (an origin). */
export async function startRecordingProxy(upstream: string): Promise<RecordingProxy> {
  const exchanges: Exchange[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming)
    const { headers, method, url: path = '/' } = incoming
    const forwarded = request(new URL(path, upstream), { method: method ?? 'GET', headers }, (answer) =>
      finish(answer, outgoing, (text) =>
        exchanges.push({
          path,
          status: answer.statusCode ?? 0,
          itemTypes: itemTypes(body, headers),
          answer: text,
        }),
      ),
    )
    forwarded.on('error', () => outgoing.destroy())
    forwarded.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function finish(answer: IncomingMessage, outgoing: ServerResponse, note: (text: string) => void) {
  const body = await bytesOf(answer)
  note(body.toString())
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  outgoing.end(body)
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function itemTypes(body: Buffer, headers: IncomingMessage['headers']): string[] {
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
  return text
    .split('\n')
    .map((line) => /^\{"type":"([a-z_]+)"[^{}]*\}\s*$/.exec(line)?.[1])
    .filter((type) => type !== undefined)
}

/** A DSN with its origin replaced. */
export function dsnThrough(proxy: RecordingProxy, dsn: string): string {
  return Object.assign(new URL(dsn), { host: new URL(proxy.origin).host }).href
}
