import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** What a content security policy stopped: the directive, and the kind or origin of the source. */
export interface CspViolation {
  directive: string
  source: string
}

/** Undefined if an event has no report. The source is an origin (`https://host`), a scheme (`data:`), a keyword
 * (`inline`, `eval`, `'unsafe-eval'`) or `self`, never a full address. */
export function readCsp(event: JsonObject): CspViolation | undefined {
  const report = reportOf(event)
  if (report === undefined) return undefined
  const violated = said(report, 'violated', 'directive')
  const directive = said(report, 'effective', 'directive') ?? violated?.split(' ', 1)[0]
  if (directive === undefined) return undefined
  const blocked = origin(said(report, 'blocked', 'uri') ?? 'self')
  if (blocked === 'self') return { directive, source: codeInPage(violated) ?? blocked }
  const local = blocked === origin(said(report, 'document', 'uri') ?? '')
  return { directive, source: local ? 'self' : blocked }
}

/** Before CSP Level 3, browsers said `self` of code in a page, and which kind it was in the directive: `script-src 'unsafe-eval'`. */
function codeInPage(violated: string | undefined): string | undefined {
  const kinds = violated?.slice(0, MAX_DIRECTIVE_CHARS).match(/'unsafe-(?:inline|eval)'/g)
  return kinds?.slice(0, 2).join(' ')
}

function reportOf(event: JsonObject): JsonObject | undefined {
  const report = event.csp ?? event[BROWSER_REPORT] ?? event['sentry.interfaces.Csp']
  return isJsonObject(report) ? report : undefined
}

/** The blocked resource and the file that asked for it, as far as an event's report names them: an address, or
 * the bare scheme (`chrome-extension`) if that is not HTTP. */
export function cspAddresses(event: JsonObject): string[] {
  const report = reportOf(event)
  if (report === undefined) return []
  return [said(report, 'blocked', 'uri'), said(report, 'source', 'file')].filter((text) => text !== undefined)
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

const MAX_DIRECTIVE_CHARS = 1000
const BARE_SCHEMES = new Set(['data', 'blob', 'filesystem', 'mediastream', 'about'])

/** Visitors have extensions of their own, each with an id. */
const EXTENSION = /^[a-z-]{1,30}-extension(?=:|$)/i

function origin(uri: string): string {
  const extension = EXTENSION.exec(uri)?.[0]
  if (extension !== undefined || BARE_SCHEMES.has(uri)) return `${(extension ?? uri).toLowerCase()}:`
  const match = /^([a-z][a-z0-9+.-]{0,30}:)(\/\/[^/?#]{0,255})?/i.exec(uri)
  if (match === null) return uri.slice(0, 100)
  return `${match[1]}${match[2] ?? ''}`.toLowerCase()
}
