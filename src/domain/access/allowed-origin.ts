import { canonicalOrigin } from '#contract/origin.ts'

const WILDCARD = '*.'
const LABELS = /^[a-z0-9_-][a-z0-9._-]*$/

/** From `Origin`, else `Referer`. Null if neither names it, or it is hidden (`Origin: null`). */
export function originOfRequest(headers: {
  origin?: string | undefined
  referer?: string | undefined
}): string | null {
  if (headers.origin !== undefined) return canonicalOrigin(headers.origin)
  if (headers.referer === undefined || !URL.canParse(headers.referer)) return null
  const { protocol, host } = new URL(headers.referer)
  return canonicalOrigin(`${protocol}//${host}`)
}

/** True for an origin that a list names, both as `canonicalOrigin` writes them. `*.` stands for any subdomain. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((pattern) => matches(pattern, origin))
}

function matches(pattern: string, origin: string): boolean {
  const star = pattern.indexOf(WILDCARD)
  if (star === -1) return pattern === origin
  const head = pattern.slice(0, star)
  const tail = pattern.slice(star + 1)
  if (!origin.startsWith(head) || !origin.endsWith(tail)) return false
  return LABELS.test(origin.slice(head.length, origin.length - tail.length))
}
