import type { AuditEntry, AuditPage, AuditQuery } from '#contract/audit.ts'
import { ServiceError } from '#contract/errors.ts'
import { decodeCursor, encodeCursor } from '#domain/list-cursor.ts'
import { type AuditRow, listAuditEntries } from '#storage/audit-entry.ts'
import type { SessionCall } from '../route.ts'

/** Names the list in its cursors, so that one of another list is refused. */
const CURSOR_SORT = 'audit'

/** GET /api/v1/audit-log, newest first. */
export async function getAuditLog({ scope, query }: SessionCall<{ query: AuditQuery }>): Promise<AuditPage> {
  const { limit, cursor, action, actor_id: actorId, target_id: targetId } = query
  const beforeId = cursor === undefined ? undefined : placeOf(cursor)
  const rows = await listAuditEntries(scope, { beforeId, action, actorId, targetId }, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: page.map(viewEntry),
    next_cursor:
      rows.length > limit && last ? encodeCursor({ sort: CURSOR_SORT, value: last.id, id: last.id }) : null,
  }
}

function placeOf(cursor: string): number {
  const place = decodeCursor(cursor)
  if (place?.sort === CURSOR_SORT) return place.id
  throw new ServiceError('invalid_request', 'The cursor is not a next_cursor of this list.', {
    details: [{ path: 'cursor', message: 'Give the next_cursor of the page before.' }],
  })
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
