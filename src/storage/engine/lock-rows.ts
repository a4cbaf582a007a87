import { sql } from 'kysely'
import type { OrgScope } from './scope.ts'

/**
 * Takes row locks until they are the right ones: `lock` answers null if what it locked turned out to be too
 * little, since someone changed it meanwhile. Its locks are given back then, and it tries again; who held on to
 * them while asking for more would wait in a ring with others. Run it inside a transaction.
 */
export async function lockRows<T>({ db }: OrgScope, lock: () => Promise<T | null>): Promise<T> {
  for (;;) {
    await sql`SAVEPOINT row_locks`.execute(db)
    const locked = await lock()
    if (locked !== null) {
      await sql`RELEASE SAVEPOINT row_locks`.execute(db)
      return locked
    }
    await sql`ROLLBACK TO SAVEPOINT row_locks`.execute(db)
  }
}
