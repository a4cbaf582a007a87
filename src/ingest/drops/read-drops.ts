import type { Buffer } from 'node:buffer'
import { readClientReport, type SdkDrop } from '#domain/envelope/client-report.ts'
import type { EnvelopeItem } from '#domain/envelope/envelope.ts'
import { parseJsonObject } from '../parse-json-object.ts'

/** Of one envelope, and of each of them; SDKs send one of some hundred bytes. */
const MAX_REPORTS = 2
const MAX_REPORT_BYTES = 64 * 1024

export function readEnvelopeDrops(bytes: Buffer, items: readonly EnvelopeItem[]): SdkDrop[] {
  const reports = items.filter(({ type }) => type === 'client_report').slice(0, MAX_REPORTS)
  return reports.flatMap(({ start, end }) => {
    if (end - start > MAX_REPORT_BYTES) return []
    const report = parseJsonObject(bytes, start, end)
    return report === null ? [] : readClientReport(report)
  })
}
