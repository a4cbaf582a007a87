/** Every error code the service answers with: its HTTP status and the sentence used when the thrower gives
 * none. */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  invalid_envelope: { status: 400, message: 'The envelope has no event item.' },
  invalid_store: { status: 400, message: 'The body is not an event: send one JSON object.' },
  invalid_release_version: {
    status: 400,
    message: 'The release version must not contain "..", "/" or "\\".',
  },
  invalid_release_file: {
    status: 400,
    message: 'Send the file as multipart/form-data in a field named "file".',
  },
  unauthenticated: { status: 401, message: 'Sign in, or send a valid access token.' },
  invalid_credentials: { status: 401, message: 'Wrong email or password.' },
  second_factor_required: {
    status: 401,
    message: 'Two-factor sign-in is on for this account. Send a code of the authenticator app as well.',
  },
  invalid_second_factor: {
    status: 401,
    message:
      'This code is wrong, too old or already used. Enter the one that your app shows now, or a recovery code.',
  },
  invalid_dsn: {
    status: 401,
    message: 'The DSN key is missing, unknown or does not match its secret. Copy the DSN again.',
  },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  two_factor_setup_required: {
    status: 403,
    message: 'Your organization requires two-factor sign-in. Turn it on for your account first.',
  },
  dsn_revoked: {
    status: 403,
    message: 'This DSN key was revoked. Create a new key in the project settings.',
  },
  project_mismatch: {
    status: 403,
    message:
      "The DSN key belongs to a different project than the one in the path. Copy the whole DSN from the project's settings.",
  },
  ingest_cap_exceeded: {
    status: 403,
    sdkStatus: 429,
    message: 'This project has reached its hourly event limit.',
  },
  feedback_cap_exceeded: {
    status: 403,
    sdkStatus: 429,
    message: 'This project has reached its hourly feedback limit.',
  },
  not_found: { status: 404, message: 'Not found.' },
  event_not_found: {
    status: 404,
    message: 'No event with this event_id was accepted for this project: send the event first.',
  },
  method_not_allowed: { status: 405, message: 'This path does not support this method.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  conflict: { status: 409, message: 'The change conflicts with the current state.' },
  payload_too_large: { status: 413, message: 'The body is larger than this route allows.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait and try again.' },
  internal: {
    status: 500,
    message: 'Something went wrong on the server. Look for the request ID in its log.',
  },
  storage_error: { status: 500, message: 'The file could not be stored.' },
  storage_unavailable: {
    status: 503,
    message: 'The database is unavailable. Try again later; the service log says why.',
  },
  query_too_slow: {
    status: 503,
    message: 'The query took too long. Narrow the window, the project or the search, and try again.',
  },
  queue_unavailable: { status: 503, message: 'The ingest queue is not available. Try again shortly.' },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS

interface ErrorKind {
  status: number
  /** To stock SDKs instead: they stop for a reached cap if it is 429, several of them for nothing else. */
  sdkStatus?: number
  message: string
}

export function statusesOf(code: ErrorCode): [status: number, sdkStatus: number] {
  const kind: ErrorKind = ERRORS[code]
  return [kind.status, kind.sdkStatus ?? kind.status]
}

export const ENGINE_TROUBLES = {
  disk_full:
    "The database's disk is full, so nothing can be saved. Free space on the server; the service recovers by itself.",
  too_slow:
    'The database took too long to answer this request and stopped. Ask for less, such as a shorter window or fewer search terms, or try again later.',
  busy: 'The database is busy. Try again shortly.',
  unreachable: 'The database cannot be reached. Try again shortly; the service log says why.',
  read_only: 'The database accepts no changes at the moment. Try again shortly; the service log says why.',
  file_unusable: 'The database file cannot be read or written. The service log says why.',
  damaged:
    'Part of the database is damaged. Run `errata verify` on the server; if it finds damage too, restore a backup.',
} as const
export type EngineTrouble = keyof typeof ENGINE_TROUBLES

export interface ErrorDetail {
  /** Dotted path of the field in the body or query, e.g. `ids.3`. */
  path: string
  message: string
}

export interface ServiceErrorOptions {
  details?: ErrorDetail[]
  /** Answered as `Retry-After`, whole seconds. */
  retryAfterSeconds?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** The one error type whose text reaches a caller. Anything else thrown becomes `internal`. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message?: string, options: ServiceErrorOptions = {}) {
    super(message ?? ERRORS[code].message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = ERRORS[code].status
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
  }
}

/** For one field of a body or query: the message says what to do, at the top and beside the field. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: [{ path, message }] })
}
