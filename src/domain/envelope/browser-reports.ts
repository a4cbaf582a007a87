import { DAY_MS } from '#contract/time.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { BROWSER_REPORT, readCsp } from './csp-report.ts'

/** One violation of a content security policy, as a browser reported it. */
export interface BrowserReport {
  /** Keys as in `csp` of an event. */
  csp: JsonObject
  userAgent: string | undefined
  /** How long before it was sent. */
  ageMs: number
}

const REPORTING_API_TYPE = 'csp-violation'
/** Browsers give reports up long before. */
const MAX_AGE_MS = DAY_MS

/** Names in an event, of `report-uri` (CSP Level 3, 5.5), and of the Reporting API (5.3). */
const FIELDS: [name: string, ofUri: string, ofApi?: string][] = [
  ['document_uri', 'document-uri', 'documentURL'],
  ['blocked_uri', 'blocked-uri', 'blockedURL'],
  ['effective_directive', 'effective-directive', 'effectiveDirective'],
  ['violated_directive', 'violated-directive'],
  ['original_policy', 'original-policy', 'originalPolicy'],
  ['referrer', 'referrer', 'referrer'],
  ['status_code', 'status-code', 'statusCode'],
  ['script_sample', 'script-sample', 'sample'],
  ['source_file', 'source-file', 'sourceFile'],
  ['line_number', 'line-number', 'lineNumber'],
  ['column_number', 'column-number', 'columnNumber'],
  ['disposition', 'disposition', 'disposition'],
]

/** The first `limit` violations in a body of `report-uri` or of the Reporting API, whose other kinds of
 * reports are skipped. Null if the body is neither. */
export function readBrowserReports(body: Json, limit: number): BrowserReport[] | null {
  const found: BrowserReport[] = []
  let isReport = false
  for (const entry of Array.isArray(body) ? body : [body]) {
    if (found.length >= limit) break
    if (!isJsonObject(entry)) continue
    const report = readEntry(entry)
    if (report !== undefined) found.push(report)
    isReport ||= report !== undefined || isOfOtherKind(entry)
  }
  return isReport ? found : null
}

function isOfOtherKind({ type, body }: JsonObject): boolean {
  return typeof type === 'string' && type !== REPORTING_API_TYPE && isJsonObject(body)
}

function readEntry(entry: JsonObject): BrowserReport | undefined {
  const isOfApi = entry.type === REPORTING_API_TYPE
  const sent = isOfApi ? entry.body : entry[BROWSER_REPORT]
  if (!isJsonObject(sent)) return undefined
  const csp = normalised(sent, isOfApi ? 2 : 1)
  if (isOfApi && csp.document_uri === undefined && typeof entry.url === 'string') csp.document_uri = entry.url
  if (readCsp({ csp }) === undefined) return undefined
  return { csp, userAgent: plainText(entry.user_agent), ageMs: readAge(entry.age) }
}

function normalised(sent: JsonObject, column: 1 | 2): JsonObject {
  const csp: JsonObject = {}
  for (const field of FIELDS) {
    const name = field[column]
    const value = name === undefined ? undefined : sent[name]
    if (typeof value === 'string' || typeof value === 'number') csp[field[0]] = value
  }
  return csp
}

function readAge(age: Json | undefined): number {
  return typeof age === 'number' && age >= 0 ? Math.min(age, MAX_AGE_MS) : 0
}
