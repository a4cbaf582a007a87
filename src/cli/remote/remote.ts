import { jsonObjectOf } from '#domain/json/json.ts'
import { inertLine } from '#domain/text/inert-text.ts'
import { RemoteError, UsageError } from '../command-context.ts'

export interface RemoteRequest {
  method: string
  path: string
  /** JSON, or a form; absent: none. */
  body?: string | FormData
}

const TIMEOUT_MS = 60_000

export const NOT_FOUND = 4
const EXIT_CODES: Record<number, number> = { 401: 3, 403: 3, 404: NOT_FOUND, 409: 5, 429: 6 }
export const UNREACHABLE = 7

export interface RemoteService {
  url: string
  token: string
}

/** The service at `ERRATA_URL` with the token in `ERRATA_TOKEN`. @throws UsageError if one is missing. */
export function remoteService({
  ERRATA_URL: url,
  ERRATA_TOKEN: token,
}: Record<string, string | undefined>): RemoteService {
  if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('Set ERRATA_URL to the address of your Errata, such as https://errors.example.com.')
  }
  if (!token) throw new UsageError('Set ERRATA_TOKEN to an access token (Settings, Tokens).')
  return { url, token }
}

/** Sends one request. @throws RemoteError if no answer comes. */
export async function sendToService(
  { url, token }: RemoteService,
  { method, path, body, headers }: RemoteRequest & { headers?: Record<string, string> },
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    return { response, text: await response.text() }
  } catch (cause) {
    const message = `${url} cannot be reached. Is ERRATA_URL right, and the service running?`
    throw new RemoteError(message, UNREACHABLE, { cause })
  }
}

/** Asks the service at `ERRATA_URL` with the token in `ERRATA_TOKEN`. @returns the answer's text. @throws
 * UsageError where one of them is missing; RemoteError with what the service said against it. */
export async function askService(
  env: Record<string, string | undefined>,
  request: RemoteRequest,
): Promise<string> {
  const { response, text } = await sendToService(remoteService(env), request)
  if (response.ok) return text
  throw refusalOf(response.status, text)
}

export function refusalOf(status: number, text: string): RemoteError {
  const ofStatus = EXIT_CODES[status] ?? (status >= 500 ? UNREACHABLE : 1)
  // The routes of upload tools have one status for all refusals.
  const exitCode = jsonObjectOf(text)?.error === 'not_found' ? NOT_FOUND : ofStatus
  return new RemoteError(messageOf(text) ?? `The service answered ${status}.`, exitCode)
}

/** The content of an error response; null if it is not one of Errata's. */
export function messageOf(text: string): string | null {
  const { error, message } = jsonObjectOf(text) ?? {}
  return typeof message === 'string' ? inertLine(`${error}: ${message}`) : null
}

/** Rows as a table for people; the last column may be of any length. Texts of clients are made harmless. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => inertLine(String(cell))))
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column]!) : cell))
  return cells.map((row) => `${line(row).join('  ')}\n`).join('')
}
