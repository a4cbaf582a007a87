import { SqliteAdapter } from 'kysely'
import type { Dialect } from './migrate.ts'
import type { Queries } from './scope.ts'

export function dialectOf({ db }: { db: Queries }): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}
