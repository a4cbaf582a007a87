import { type RetentionDeps, type RetentionOutcome, sweepRetention } from '#actions/upkeep/retention.ts'
import type { Database } from '#storage/engine/database.ts'

/** What a sweep of a test has by itself, unless it says otherwise. */
export interface AllowedSweep extends Partial<RetentionDeps> {
  database: Database
  clock: () => number
}

/** What the service does once an hour, by this clock, after someone has said in every project that old events may go. */
export async function sweepAllowed(deps: AllowedSweep): Promise<RetentionOutcome> {
  const { database, clock } = deps
  await database.queries.updateTable('project').set({ retention_allowed: 1 }).execute()
  return sweepRetention({
    journal: { findAccepted: async () => null },
    retentionDays: 90,
    quietIssueDays: 180,
    now: clock(),
    onHeld: ({ projectUid }) => {
      throw new Error(`retention holds back what is old in project ${projectUid}`)
    },
    goesOn: async () => true,
    ...deps,
  })
}
