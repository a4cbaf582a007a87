import type { AuditEntry, AuditPage, AuditQuery } from '#contract/audit.ts'
import { type AuditRow, listAuditEntries } from '#storage/audit-entry.ts'
import { keyAfter, keyPlace, pageOf } from '#triage/list-page.ts'
import type { SessionCall } from '../route.ts'

/** Names the list in its cursors, so that one of another list is refused. */
const CURSOR_SORT = 'audit'

/** GET /api/v1/audit-log, newest first. */
export async function getAuditLog({ scope, query }: SessionCall<{ query: AuditQuery }>): Promise<AuditPage> {
  const { limit, cursor, action, actor_id: actorId, target_id: targetId } = query
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const rows = await listAuditEntries(scope, { beforeId, action, actorId, targetId }, limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  return { entries: page.map(viewEntry), next_cursor: nextCursor }
}

function viewEntry(row: AuditRow): AuditEntry {
  return {
    id: String(row.id),
    at: new Date(row.at).toISOString(),
    action: row.action as AuditEntry['action'],
    actor: { kind: row.actor_kind as AuditEntry['actor']['kind'], id: row.actor_id, name: row.actor_name },
    target: {
      kind: row.target_kind as AuditEntry['target']['kind'],
      id: row.target_id,
      name: row.target_name,
    },
    ip: row.ip,
    details: JSON.parse(row.details) as AuditEntry['details'],
  }
}
