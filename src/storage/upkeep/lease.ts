import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import type { Queries } from '../engine/scope.ts'
import { SERVER_MS } from './known-time.ts'

export interface Lease {
  name: string
  holder: string
}

export interface LeaseClaim {
  names: readonly string[]
  holder: string
  /** Epoch ms, by this node's clock. PostgreSQL goes by its own, so the clocks of nodes don't have to agree. */
  now: number
  /** After this any node may take the work over. */
  forMs: number
}

export interface LeaseState {
  name: string
  holder: string
  /** Until it expires, ms; 0 or less: it has. */
  leftMs: number
}

/**
 * Takes or renews a lease; not a lock, so work under it must tolerate overlap. False if another node has it.
 * A lease of twice this length is from a fast clock, and taken over.
 */
export async function claimLease(
  db: Queries,
  { name, ...claim }: Lease & Omit<LeaseClaim, 'names'>,
): Promise<boolean> {
  return (await claimLeases(db, { names: [name], ...claim })).has(name)
}

/** Takes or keeps several at once, each that no other node has. @returns the names of those. */
export async function claimLeases(
  db: Queries,
  { names, holder, now, forMs }: LeaseClaim,
): Promise<Set<string>> {
  const present = presentTime(db, now)
  const expiresAt = sql<number>`${present} + ${forMs}`
  const rows = await db
    .insertInto('lease')
    // In one order, so that nodes never wait for each other in a circle.
    .values([...names].sort().map((name) => ({ name, holder, expires_at: expiresAt })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ holder, expires_at: eb.ref('excluded.expires_at') }))
        .where((eb) =>
          eb.or([
            eb('lease.holder', '=', holder),
            eb('lease.expires_at', '<=', present),
            eb('lease.expires_at', '>', sql<number>`${present} + ${2 * forMs}`),
          ]),
        ),
    )
    .returning('name')
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export async function listLeases(db: Queries, now: number): Promise<LeaseState[]> {
  return db
    .selectFrom('lease')
    .select(['name', 'holder', sql<number>`expires_at - ${presentTime(db, now)}`.as('leftMs')])
    .orderBy('name')
    .execute()
}

export async function releaseLeases(db: Queries, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('holder', '=', holder).execute()
}

/** Of nodes that have ended, once no other can be running. */
export async function releaseAllLeases(db: Queries): Promise<void> {
  await db.deleteFrom('lease').execute()
}

export async function releaseLease(db: Queries, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('lease').where('holder', '=', holder).where('name', '=', name).execute()
}

/** By which leases are judged, epoch ms. */
function presentTime(db: Queries, now: number): RawBuilder<number> {
  return dialectOf({ db }) === 'sqlite' ? sql<number>`${now}` : SERVER_MS
}
