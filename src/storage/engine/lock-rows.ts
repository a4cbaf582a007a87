import { sql } from 'kysely'
import type { OrgScope } from './scope.ts'

/** Runs `lock` until it is not null, giving its locks back in between: no deadlocks. In a transaction. */
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
