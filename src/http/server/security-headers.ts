import type { Config } from '#platform/config/config.ts'

/** Everything from this origin, nothing inline, no frame around it, no script from a string. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** For JSON, scripts and styles, which no browser shows as a page: shorter, since a page loads many of them. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

const ONE_YEAR_SECONDS = 365 * 24 * 3600

/** Headers of every answer, of whatever route: types are what they are said to be, addresses are told to nobody. */
export const BASIC_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

/** Headers of every answer but those of the ingest routes, which are read by other origins. */
export function securityHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Record<string, string> {
  return {
    ...BASIC_HEADERS,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(baseUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}`,
    }),
  }
}

export function isData(contentType: unknown): boolean {
  const data = /^(?:application\/(?:[\w.-]{1,64}\+)?json|(?:application|text)\/javascript|text\/css)\b/
  return typeof contentType === 'string' && data.test(contentType)
}
