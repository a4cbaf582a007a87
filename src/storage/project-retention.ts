import type { Queries } from './scope.ts'

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
