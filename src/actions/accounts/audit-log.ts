import type { AuditEntry, AuditPage, AuditQuery } from '#contract/account/audit.ts'
import { isoTime } from '#contract/time.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { type AuditRow, listAuditEntries } from '#storage/account/audit-entry.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'

const CURSOR_SORT = 'audit'

/** One page of the organization's audit log, newest first. @throws invalid_request for a foreign cursor. */
export async function listAuditLog(
  deps: ActionDeps & { key: InstallationKey },
  org: Org,
  { limit, cursor, action, actor_id: actorId, target_id: targetId }: AuditQuery,
): Promise<AuditPage> {
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const filter = { beforeId, action, actorId, targetId }
  const rows = await listAuditEntries(deps.database.scope(org), filter, limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  const idOf = (id: number) => deps.key.sealId(`audit\n${org.orgUid}`, id)
  return { entries: page.map((row) => viewEntry(row, idOf(row.id))), next_cursor: nextCursor }
}

function viewEntry(row: AuditRow, id: string): AuditEntry {
  return {
    id,
    at: isoTime(row.at),
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    target: {
      kind: row.target_kind,
      id: row.target_id,
      name: row.target_name,
    },
    ip: row.ip,
    details: JSON.parse(row.details) as AuditEntry['details'],
  }
}
