import type { Database } from '#storage/engine/database.ts'
import type { Engine } from '../database/engines.ts'
import type { PlanProbe } from './plan-probe.ts'
import { openPostgresProbe } from './plan-probe-postgres.ts'
import { openSqliteProbe } from './plan-probe-sqlite.ts'

/** Opens a probe on a new database, filled by `seed`. The caller closes it. */
export function openPlanProbe(
  engine: Engine,
  seed: (database: Database) => Promise<void>,
): Promise<PlanProbe> {
  return engine.name === 'SQLite' ? openSqliteProbe(seed) : openPostgresProbe(engine, seed)
}
