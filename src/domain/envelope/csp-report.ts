import { isJsonObject, type Json } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** What a content security policy stopped: the directive, and the kind or origin of the source. */
export interface CspViolation {
  directive: string
  source: string
}

/** Undefined if it is not a report. The source is an origin (`https://host`), a scheme (`data:`), a keyword
 * (`inline`, `eval`) or `self`, never a full address. */
export function readCsp(value: Json | undefined): CspViolation | undefined {
  if (!isJsonObject(value)) return undefined
  const violated = plainText(value.violated_directive)?.split(' ', 1)[0]
  const directive = plainText(value.effective_directive) ?? violated
  if (directive === undefined) return undefined
  const blocked = origin(plainText(value.blocked_uri) ?? 'self')
  const local = blocked === origin(plainText(value.document_uri) ?? '')
  return { directive, source: local ? 'self' : blocked }
}

/** One line for a title; undefined when `value` is not a CSP report. */
export function cspSummary(value: Json | undefined): string | undefined {
  const violation = readCsp(value)
  if (violation === undefined) return undefined
  return `Blocked ${violation.directive} from ${violation.source}`.slice(0, 250)
}

const BARE_SCHEMES = new Set(['data', 'blob', 'filesystem', 'mediastream', 'about'])

function origin(uri: string): string {
  if (BARE_SCHEMES.has(uri)) return `${uri}:`
  const match = /^([a-z][a-z0-9+.-]{0,30}:)(\/\/[^/?#]{0,255})?/i.exec(uri)
  if (match === null) return uri.slice(0, 100)
  return `${match[1]}${match[2] ?? ''}`.toLowerCase()
}
