import { listAuditLog } from '#actions/accounts/audit-log.ts'
import type { AuditPage, AuditQuery } from '#contract/account/audit.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getAuditLog(call: AuthenticatedCall<{ query: AuditQuery }>): Promise<AuditPage> {
  return listAuditLog(call.services, call.principal, call.query)
}
