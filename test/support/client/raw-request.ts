import { type IncomingHttpHeaders, request } from 'node:http'
import net from 'node:net'

export interface RawRequest {
  method?: string
  /** Sent as it is: nothing is normalised. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
  /** Leave Content-Length out and send the body in pieces of so many bytes. */
  chunkBytes?: number
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body; null if it is empty or no JSON. */
  json: Record<string, unknown> | null
}

/** One request on a connection of its own, with none of the comforts of `fetch`. */
export function sendRaw(origin: string, options: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const body = typeof options.body === 'string' ? Buffer.from(options.body) : options.body
  const headers: Record<string, string | string[]> = { ...options.headers }
  if (body && options.chunkBytes === undefined) headers['Content-Length'] = String(body.byteLength)
  const { path, method = 'POST' } = options
  return new Promise((resolve, reject) => {
    const req = request({ hostname, port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: parse(text) })
      })
    })
    req.on('error', reject)
    for (const piece of pieces(body, options.chunkBytes)) req.write(piece)
    req.end()
  })
}

function pieces(body: Uint8Array | undefined, size: number | undefined): Uint8Array[] {
  if (!body) return []
  if (size === undefined) return [body]
  return Array.from({ length: Math.ceil(body.byteLength / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  )
}

function parse(text: string): RawAnswer['json'] {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes bytes on a bare connection and gives back what came until the peer or `untilMs` ended it. */
export function sendBytes(
  origin: string,
  chunks: Iterable<Uint8Array | string>,
  untilMs = 10_000,
): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let received = ''
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(finish, untilMs)
    socket.on('data', (data) => {
      received += data.toString('latin1')
    })
    socket.on('error', (error) => (received === '' ? reject(error) : finish()))
    socket.on('close', finish)
    const iterator = chunks[Symbol.iterator]()
    const writeNext = () => {
      for (let next = iterator.next(); !next.done; next = iterator.next()) {
        if (socket.destroyed) return
        if (!socket.write(next.value)) {
          socket.once('drain', writeNext)
          return
        }
      }
    }
    writeNext()
  })
}
