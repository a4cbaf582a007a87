import type { ScrubRules } from '#contract/project/intake.ts'
import type { Queries } from '../engine/scope.ts'

/** Days each project keeps events, for the projects that set it themselves. Runs for the pipeline, across organizations. */
export async function listRetentionDays(db: Queries): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'retention_days'])
    .where('deleted_at', 'is', null)
    .where('retention_days', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.retention_days!]))
}

/** The fingerprint rules of the projects that have some, as they were written. Runs as `listRetentionDays`. */
export async function listFingerprintRules(db: Queries): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'fingerprint_rules'])
    .where('deleted_at', 'is', null)
    .where('fingerprint_rules', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.fingerprint_rules!]))
}

export async function listScrubRules(db: Queries): Promise<Map<number, ScrubRules>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'scrub_rules'])
    .where('deleted_at', 'is', null)
    .where('scrub_rules', 'is not', null)
    .execute()
  if (rows.length === 0) return new Map()
  // Its schemas take megabytes, which the pipeline's thread needs for these rules alone.
  const { storedScrubRules } = await import('./intake.ts')
  return new Map(rows.map((row) => [row.id, storedScrubRules(row.scrub_rules)]))
}
