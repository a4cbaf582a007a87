import { Buffer } from 'node:buffer'
import { ServiceError } from '#contract/errors.ts'
import { type BrowserReport, readBrowserReports } from '#domain/envelope/browser-reports.ts'
import { isNestedTooDeep, NESTED_TOO_DEEP } from '#domain/json/depth.ts'
import { type Json, type JsonObject, jsonOf } from '#domain/json/json.ts'
import { inflateBody, type ReadEvent, storeEvent, unlabelledEncoding, type WireBody } from './read-event.ts'

/** What the request says about each of its reports. */
export interface ReportContext {
  now: number
  userAgent: string | undefined
  environment: string | null
  release: string | null
}

const MAX_REPORTS = 100
/** A text of the request is written into each event. */
const MAX_SHARED_CHARS = 1000
const NO_REPORT =
  'The body has no CSP report: send what browsers send, {"csp-report": {…}} or reports of type csp-violation, with the directive that was violated.'

/** One event per report, made as a client's bare JSON body would bring it in; none if all reports are of
 * other kinds. @throws payload_too_large, invalid_request */
export function readSecurityEvents(body: WireBody, context: ReportContext): ReadEvent[] {
  const bytes = inflateBody(body, 'invalid_request')
  const reports = readBrowserReports(parse(bytes), MAX_REPORTS)
  if (reports === null) throw new ServiceError('invalid_request', unlabelledEncoding(bytes) ?? NO_REPORT)
  return reports.map((report) => securityEvent(report, context))
}

function parse(bytes: Buffer): Json {
  if (isNestedTooDeep(bytes)) throw new ServiceError('invalid_request', NESTED_TOO_DEEP)
  return jsonOf(bytes.toString('utf8').replace(/^\uFEFF/, '')) ?? null
}

function securityEvent({ csp, userAgent, ageMs }: BrowserReport, context: ReportContext): ReadEvent {
  const agent = context.userAgent || userAgent
  const request: JsonObject = {}
  if (csp.document_uri !== undefined) request.url = csp.document_uri
  if (agent) request.headers = { 'User-Agent': agent.slice(0, MAX_SHARED_CHARS) }
  const raw: JsonObject = {
    platform: 'javascript',
    level: 'warning',
    logger: 'csp',
    timestamp: (context.now - ageMs) / 1000,
    request,
    csp,
  }
  if (context.environment) raw.environment = context.environment.slice(0, MAX_SHARED_CHARS)
  if (context.release) raw.release = context.release.slice(0, MAX_SHARED_CHARS)
  const bytes = Buffer.from(JSON.stringify(raw))
  return storeEvent(raw, { body: bytes, encoding: 'identity', start: 0, end: bytes.length })
}
