import type { Queries } from './scope.ts'

/** Work that one node at a time does. */
export interface Lease {
  name: string
  /** Who asks; an id that no other node has. */
  holder: string
  /** Epoch ms. */
  now: number
  /** Epoch ms; after it any node may take the work over. */
  expiresAt: number
}

/**
 * Takes a piece of work, or keeps it longer where the holder has it already. It saves work and is no lock: a
 * node that was slow may find that another has begun, so what is done under it must be right all the same. One that
 * would hold for twice as long as this comes from a clock that was ahead, and is taken over.
 * @returns false while another node has it.
 */
export async function claimLease(db: Queries, { name, holder, now, expiresAt }: Lease): Promise<boolean> {
  const row = await db
    .insertInto('lease')
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where((eb) =>
          eb.or([
            eb('lease.holder', '=', holder),
            eb('lease.expires_at', '<=', now),
            eb('lease.expires_at', '>', expiresAt + (expiresAt - now)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives back everything that a holder has. */
export async function releaseLeases(db: Queries, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('holder', '=', holder).execute()
}
