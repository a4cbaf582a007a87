import {
  AUDIT_ACTIONS,
  type AuditEntry,
  type AuditExportQuery,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
} from '#contract/account/audit.ts'
import { grouped } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { shownName } from '#contract/hidden-text.ts'
import { LIMITS } from '#contract/limits.ts'
import { isoTime } from '#contract/time.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import { csvLine } from '#domain/web/csv.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import {
  type AuditRow,
  hasMoreAuditEntries,
  listAuditEntries,
  type AuditFilter as StoredFilter,
} from '#storage/account/audit-list.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'

const CURSOR_SORT = 'audit'
/** Entries of an export that are in memory at once. */
const EXPORT_PAGE = 500

type AuditDeps = ActionDeps & { key: InstallationKey }

/** One page of the organization's audit log, newest first. @throws invalid_request for a foreign cursor. */
export async function listAuditLog(
  deps: AuditDeps,
  org: Org,
  { limit, cursor, ...filter }: AuditQuery,
): Promise<AuditPage> {
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const rows = await listAuditEntries(deps.database.scope(org), storedFilter(filter), {
    beforeId,
    limit: limit + 1,
  })
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  return { entries: page.map((row) => viewEntry(row, idOf(deps, org, row))), next_cursor: nextCursor }
}

/** The lines of a file of all entries that match, newest first, read as the receiver takes them. The file is whole or
 * isn't begun. @throws invalid_request if it would have more than `LIMITS.auditExportEntries` */
export async function exportAuditLog(
  deps: AuditDeps,
  org: Org,
  { format, ...asked }: AuditExportQuery,
): Promise<AsyncIterable<string>> {
  const filter = storedFilter(asked)
  const most = LIMITS.auditExportEntries
  if (await hasMoreAuditEntries(deps.database.scope(org), filter, most)) {
    const message = `More than ${grouped(most)} entries match. Export less at once, with from and until.`
    throw new ServiceError('invalid_request', message)
  }
  return format === 'csv' ? csvLines(entriesOf(deps, org, filter)) : jsonLines(entriesOf(deps, org, filter))
}

async function* entriesOf(deps: AuditDeps, org: Org, filter: StoredFilter): AsyncGenerator<AuditEntry[]> {
  let beforeId: number | undefined
  for (;;) {
    const rows = await listAuditEntries(deps.database.scope(org), filter, { beforeId, limit: EXPORT_PAGE })
    yield rows.map((row) => viewEntry(row, idOf(deps, org, row)))
    if (rows.length < EXPORT_PAGE) return
    beforeId = rows.at(-1)?.id
  }
}

async function* jsonLines(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of pages) yield entries.map((entry) => `${visibleJson(entry)}\n`).join('')
}

const COLUMNS = {
  id: ({ id }: AuditEntry) => id,
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id ?? '',
  actor_name: ({ actor }) => shownName(actor.name),
  target_kind: ({ target }) => target.kind,
  target_id: ({ target }) => shownName(target.id),
  target_name: ({ target }) => shownName(target.name),
  ip: ({ ip }) => ip,
  details: ({ details }) => visibleJson(details),
} satisfies Record<string, (entry: AuditEntry) => string>

/** Without it, Excel takes the file for one in the code page of its country. */
const BYTE_ORDER_MARK = '\uFEFF'

async function* csvLines(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS))
  const columns = Object.values(COLUMNS)
  for await (const entries of pages) {
    yield entries.map((entry) => csvLine(columns.map((read) => read(entry)))).join('')
  }
}

function storedFilter({ action, actor_id, target_id, from, until }: AuditFilter): StoredFilter {
  return {
    actions: action && AUDIT_ACTIONS.filter((name) => name === action || name.startsWith(`${action}.`)),
    actorId: actor_id,
    targetId: target_id,
    since: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
  }
}

function idOf({ key }: AuditDeps, { orgUid }: Org, { id }: AuditRow): string {
  return key.sealId(`audit\n${orgUid}`, id)
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
