import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** What a content security policy stopped: the directive, and the kind or origin of the source. */
export interface CspViolation {
  directive: string
  source: string
}

/** Undefined if an event has no report. The source is an origin (`https://host`), a scheme (`data:`), a keyword
 * (`inline`, `eval`) or `self`, never a full address. */
export function readCsp(event: JsonObject): CspViolation | undefined {
  const report = event.csp ?? event[BROWSER_REPORT] ?? event['sentry.interfaces.Csp']
  if (!isJsonObject(report)) return undefined
  const violated = said(report, 'violated', 'directive')?.split(' ', 1)[0]
  const directive = said(report, 'effective', 'directive') ?? violated
  if (directive === undefined) return undefined
  const blocked = origin(said(report, 'blocked', 'uri') ?? 'self')
  const local = blocked === origin(said(report, 'document', 'uri') ?? '')
  return { directive, source: local ? 'self' : blocked }
}

/** Where a browser's own report stands (CSP Level 3, 5.5); its keys have hyphens. */
export const BROWSER_REPORT = 'csp-report'

function said(report: JsonObject, first: string, second: string): string | undefined {
  return plainText(report[`${first}_${second}`]) ?? plainText(report[`${first}-${second}`])
}

/** One line for a title; undefined if an event has no CSP report. */
export function cspSummary(event: JsonObject): string | undefined {
  const violation = readCsp(event)
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
