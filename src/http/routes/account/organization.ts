import { Readable } from 'node:stream'
import { z } from 'zod'
import { exportAuditLog, listAuditLog } from '#actions/accounts/audit-log.ts'
import { changeOrganization } from '#actions/accounts/change-organization.ts'
import { auditExportQuery, auditPage, auditQuery } from '#contract/account/audit.ts'
import { organization, organizationPatch } from '#contract/account/organization.ts'
import { isoTime } from '#contract/time.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { authenticatedRoute, fileRoute, type Route } from '../route.ts'

const EXPORT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** The organization and its audit log. */
export const ORGANIZATION_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'PATCH /api/v1/organization',
    {
      access: 'organization:write',
      errors: ['conflict'],
      summary: 'Rename the organization, or require two-factor sign-in of every member',
      body: organizationPatch,
      answer: organization,
    },
    (call) => changeOrganization(call.services, callerOf(call), call.body),
  ),
  authenticatedRoute(
    'GET /api/v1/audit-log',
    { access: 'audit:read', summary: 'List the audit log', query: auditQuery, answer: auditPage },
    ({ services, principal, query }) => listAuditLog(services, principal, query),
  ),
  fileRoute(
    'GET /api/v1/audit-log/export',
    {
      access: 'audit:read',
      summary: 'Export the audit log',
      success: 'A file of all entries that match, newest first.',
      query: auditExportQuery,
      answer: z.string(),
      textTypes: [EXPORT_TYPES.ndjson],
      answerType: EXPORT_TYPES.csv,
    },
    async ({ services, principal, reply, query }) => {
      const lines = await exportAuditLog(services, principal, query)
      const day = isoTime(services.clock()).slice(0, 10)
      reply.type(`${EXPORT_TYPES[query.format]}; charset=utf-8`)
      reply.header('content-disposition', `attachment; filename="audit-log-${day}.${query.format}"`)
      return Readable.from(lines, { objectMode: false })
    },
  ),
]
