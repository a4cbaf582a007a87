import { Readable } from 'node:stream'
import { exportAuditLog, listAuditLog } from '#actions/accounts/audit-log.ts'
import type { AuditExportQuery, AuditPage, AuditQuery } from '#contract/account/audit.ts'
import { isoTime } from '#contract/time.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getAuditLog(call: AuthenticatedCall<{ query: AuditQuery }>): Promise<AuditPage> {
  return listAuditLog(call.services, call.principal, call.query)
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

export async function getAuditExport({
  services,
  principal,
  reply,
  query,
}: AuthenticatedCall<{ query: AuditExportQuery }>): Promise<Readable> {
  const lines = await exportAuditLog(services, principal, query)
  const day = isoTime(services.clock()).slice(0, 10)
  reply.type(`${TYPES[query.format]}; charset=utf-8`)
  reply.header('content-disposition', `attachment; filename="audit-log-${day}.${query.format}"`)
  return Readable.from(lines, { objectMode: false })
}
