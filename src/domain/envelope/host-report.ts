import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** What a browser said of the certificate of a host, by the header that asked for it. */
export interface HostReport {
  kind: string
  /** In lower case; empty if the report names none. */
  host: string
}

/** Names in events, of today and of old clients, and what is shown. */
const KINDS: readonly (readonly [name: string, old: string, shown: string])[] = [
  ['hpkp', 'sentry.interfaces.Hpkp', 'Public key pinning'],
  ['expectct', 'sentry.interfaces.ExpectCT', 'Expect-CT'],
  ['expectstaple', 'sentry.interfaces.ExpectStaple', 'Expect-Staple'],
]
const MAX_HOST_CHARS = 253

/** Undefined if an event has no such report. */
export function readHostReport(event: JsonObject): HostReport | undefined {
  for (const [name, old, kind] of KINDS) {
    const report = event[name] ?? event[old]
    if (isJsonObject(report))
      return { kind, host: (plainText(report.hostname) ?? '').slice(0, MAX_HOST_CHARS).toLowerCase() }
  }
  return undefined
}

/** One line for a title; undefined if an event has no such report. */
export function hostReportSummary(event: JsonObject): string | undefined {
  const report = readHostReport(event)
  if (report === undefined) return undefined
  return report.host === '' ? `${report.kind} failed` : `${report.kind} failed for ${report.host}`
}
