import type { Selectable } from 'kysely'
import type { AuditAction } from '#contract/account/audit.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { AuditEntryTable } from '../schema/account.ts'

export type AuditRow = Omit<Selectable<AuditEntryTable>, 'org_id'>

export interface AuditFilter {
  /** Any of these; absent: all. */
  actions?: readonly AuditAction[] | undefined
  actorId?: string | undefined
  targetId?: string | undefined
  /** From this time on (epoch ms). */
  since?: number | undefined
  /** Before this time. */
  until?: number | undefined
}

/** Row keys, both included. */
interface KeySpan {
  first?: number | undefined
  last?: number | undefined
}

/** How far times and row keys may be in another order, by clocks of nodes or one that was set back. */
const DISORDER_MS = HOUR_MS

/** Newest first. Of several actions each is read for itself, in the order of its index. */
export async function listAuditEntries(
  scope: OrgScope,
  filter: AuditFilter,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const span = await keySpan(scope, filter)
  if (span === null) return []
  const last = Math.min(span.last ?? Infinity, beforeId === undefined ? Infinity : beforeId - 1)
  const keys = { first: span.first, last: last === Infinity ? undefined : last }
  const rows: AuditRow[] = []
  for (const action of filter.actions ?? [undefined]) {
    const query = matching(scope, filter, keys).$if(action !== undefined, (all) =>
      all.where('action', '=', action!),
    )
    rows.push(...(await query.selectAll().orderBy('id', 'desc').limit(limit).execute()))
  }
  return rows.sort((one, other) => other.id - one.id).slice(0, limit)
}

/** Whether more entries than `most` match. */
export async function hasMoreAuditEntries(
  scope: OrgScope,
  filter: AuditFilter,
  most: number,
): Promise<boolean> {
  const span = await keySpan(scope, filter)
  if (span === null) return false
  const row = await matching(scope, filter, span)
    .$if(filter.actions !== undefined, (all) => all.where('action', 'in', [...filter.actions!]))
    .select('id')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function matching({ db, orgId }: OrgScope, filter: AuditFilter, { first, last }: KeySpan) {
  const { actorId, targetId, since, until } = filter
  return db
    .selectFrom('audit_entry')
    .where('org_id', '=', orgId)
    .$if(first !== undefined, (query) => query.where('id', '>=', first!))
    .$if(last !== undefined, (query) => query.where('id', '<=', last!))
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId!))
    .$if(targetId !== undefined, (query) => query.where('target_id', '=', targetId!))
    .$if(since !== undefined, (query) => query.where('at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('at', '<', until!))
}

/** The row keys between which all entries of the time are; null if there are none. */
async function keySpan(scope: OrgScope, { since, until }: AuditFilter): Promise<KeySpan | null> {
  const first = since === undefined ? undefined : await keyAt(scope, 'asc', since - DISORDER_MS)
  const last = until === undefined ? undefined : await keyAt(scope, 'desc', until + DISORDER_MS)
  return first === null || last === null ? null : { first, last }
}

/** The first entry from a time on, or the last one up to it; null if there is none. */
async function keyAt({ db, orgId }: OrgScope, order: 'asc' | 'desc', at: number): Promise<number | null> {
  const row = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('org_id', '=', orgId)
    .where('at', order === 'asc' ? '>=' : '<=', at)
    .orderBy('at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
