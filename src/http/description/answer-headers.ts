import type { ErrorCode } from '#contract/errors.ts'
import type { DescribedRoute } from '../routes/route.ts'
import type { Header } from './open-api.ts'

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }

export const ANSWER_HEADERS = {
  'X-Request-Id': { description: 'Identifies the request in the log.', required: true, schema: text },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: seconds },
  'RateLimit-Limit': { description: 'Requests allowed in the window. Tokens only.', schema: seconds },
  'RateLimit-Remaining': { description: 'Requests left in the window. Tokens only.', schema: seconds },
  'RateLimit-Reset': {
    description: 'Seconds until more requests are allowed. Tokens only.',
    schema: seconds,
  },
  'RateLimit-Policy': {
    description: 'Limit and window in seconds, such as `120;w=60`. Tokens only.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'What the token lacks. Tokens only.', schema: text },
  'X-Live-Position': {
    description: 'Position of the live stream that the response is at least as new as. Sessions only.',
    schema: text,
  },
  'Set-Cookie': { description: 'The session cookie, set or cleared.', schema: text },
  'X-Sentry-Error': { description: 'The error code again, for stock SDKs.', schema: text },
  'X-Sentry-Rate-Limits': {
    description: 'How long to send nothing, in the form that stock SDKs read.',
    schema: text,
  },
  'X-Compat-Rate-Limits': { description: 'The same as X-Sentry-Rate-Limits.', schema: text },
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof ANSWER_HEADERS

const RATE_HEADERS: HeaderName[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
]

/** References to the headers of a route's answers of one status: `codes` are its errors, none for a success. */
export function answerHeaders(
  route: DescribedRoute,
  codes: readonly ErrorCode[],
): Record<string, { $ref: string }> {
  const has = (...wanted: ErrorCode[]) => wanted.some((code) => codes.includes(code))
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(route.access === null ? [] : RATE_HEADERS),
    ...(route.access !== null && has('unauthenticated', 'forbidden') ? (['WWW-Authenticate'] as const) : []),
    ...(has('rate_limit_exceeded', 'queue_unavailable', 'storage_unavailable', 'query_too_slow')
      ? (['Retry-After'] as const)
      : []),
    ...(codes.length === 0 && route.credential === 'session_or_token' ? (['X-Live-Position'] as const) : []),
    ...(codes.length === 0 && route.setsCookie ? (['Set-Cookie'] as const) : []),
    ...(codes.length > 0 && route.credential === 'dsn' ? (['X-Sentry-Error'] as const) : []),
    ...(route.credential === 'dsn' && has('ingest_cap_exceeded')
      ? (['X-Sentry-Rate-Limits', 'X-Compat-Rate-Limits'] as const)
      : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
