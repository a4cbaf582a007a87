import { notePosition } from './headers/live-position.ts'
import { noteServerTime } from './headers/server-clock.ts'

export interface ErrorDetail {
  path: string
  message: string
}

/** An answer that is not a success. `status` 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly details: ErrorDetail[]
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds?: number) {
    super(body.message ?? "The server's response could not be read.")
    this.name = 'ApiError'
    this.status = status
    this.code = body.error ?? 'unknown'
    this.requestId = body.request_id
    this.details = body.details ?? []
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface ErrorBody {
  error: string
  message: string
  request_id: string
  details: ErrorDetail[]
}

interface RequestOptions {
  body?: unknown
  signal?: AbortSignal
}

/**
 * One JSON request to the API of this origin.
 *
 * @param method HTTP method
 * @param path absolute path with its query, e.g. `/api/v1/issues?limit=50`
 * @returns the parsed body; `undefined` for an empty one (204)
 * @throws ApiError for every non-2xx answer and when the server can't be reached
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const { response, text } = await send(method, path, options)
  if (!response.ok) throw toApiError(response, text)
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    throw new ApiError(response.status, {
      error: 'unreadable',
      message: 'The response is not from this server. A proxy or a sign-in page may be in between.',
    })
  }
}

/** The same for an answer that is a text. */
export async function requestText(path: string): Promise<string> {
  const { response, text } = await send('GET', path, {})
  if (!response.ok) throw toApiError(response, text)
  return text
}

/** A change may take longer than a read; no answer in this time counts as none. */
const READ_TIMEOUT_MS = 30_000
const CHANGE_TIMEOUT_MS = 60_000

async function send(method: string, path: string, { body, signal }: RequestOptions) {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } }
  const timeout = AbortSignal.timeout(method === 'GET' ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS)
  init.signal = signal ? AbortSignal.any([signal, timeout]) : timeout
  if (body !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  try {
    const response = await fetch(path, init)
    notePosition(response.headers.get('x-live-position'), response.status >= 500)
    noteServerTime(response.headers.get('date'))
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    notePosition(null, true)
    throw new ApiError(0, {
      error: 'unreachable',
      message: timeout.aborted ? 'The server is not responding.' : 'The server is unreachable.',
    })
  }
}

function toApiError(response: Response, text: string): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? '')
  const requestId = response.headers.get('x-request-id')
  const fallback = requestId === null ? {} : { request_id: requestId }
  return new ApiError(response.status, { ...fallback, ...parseBody(text) }, retryAfter || undefined)
}

function parseBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Query string with its `?`, or nothing; `undefined` and empty values are left out. */
export function queryString(values: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
