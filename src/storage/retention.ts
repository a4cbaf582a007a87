import { sql } from 'kysely'
import type { OrganizationKey } from './org.ts'
import type { OrgScope, Queries } from './scope.ts'

/** How long a project keeps events. */
export interface ProjectRetention {
  projectId: number
  /** Null: the default of the installation. */
  days: number | null
}

/** Every organization with its projects. Runs for the service itself, across organizations. */
export async function listRetentions(
  db: Queries,
): Promise<(OrganizationKey & { projects: ProjectRetention[] })[]> {
  const rows = await db
    .selectFrom('project')
    .innerJoin('org', 'org.id', 'project.org_id')
    .select(['org.id as orgId', 'org.uid as orgUid', 'project.id as projectId', 'retention_days as days'])
    .where('project.deleted_at', 'is', null)
    .orderBy('org.id')
    .orderBy('project.id')
    .execute()
  return [...Map.groupBy(rows, ({ orgId }) => orgId).values()].map((projects) => ({
    orgId: projects[0]!.orgId,
    orgUid: projects[0]!.orgUid,
    projects: projects.map(({ projectId, days }) => ({ projectId, days })),
  }))
}

/** What tells whether an issue can have old events. */
export interface IssueAge {
  id: number
  projectId: number
  firstSeenAt: number
  hasStored: boolean
}

/** Issues of the organization after this row key, at most `limit`, in the order of their keys. */
export async function listIssueAges(scope: OrgScope, after: number, limit: number): Promise<IssueAge[]> {
  const rows = await scope.db
    .selectFrom('issue')
    .select(['id', 'project_id', 'first_seen_at', 'stored_event_count'])
    .where('org_id', '=', scope.orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    firstSeenAt: row.first_seen_at,
    hasStored: row.stored_event_count > 0,
  }))
}

/** Those of these issues (row keys) with a stored event that occurred before a time (epoch ms). */
export async function issuesWithEventsBefore(
  scope: OrgScope,
  issueIds: readonly number[],
  before: number,
): Promise<number[]> {
  if (issueIds.length === 0) return []
  const rows = await scope.db
    .selectFrom('issue')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('event')
          .select('event.seq')
          .where('event.org_id', '=', scope.orgId)
          .whereRef('event.issue_id', '=', 'issue.id')
          .where('event.occurred_at', '<', before),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Tables whose rows go when they are as old as events may become, and the column of their age. */
const AGED_TABLES = { feedback: 'created_at', dead_letter: 'created_at', alert: 'fired_at' } as const
export type AgedTable = keyof typeof AGED_TABLES
export const AGED_TABLE_NAMES = Object.keys(AGED_TABLES) as AgedTable[]

/** Deletes rows of a project older than a time (epoch ms), at most `limit`. @returns how many went. */
export async function deleteAged(
  scope: OrgScope,
  table: AgedTable,
  { projectId, before, limit }: { projectId: number; before: number; limit: number },
): Promise<number> {
  const name = sql.table(table)
  const age = sql.ref(AGED_TABLES[table])
  const result = await sql`DELETE FROM ${name} WHERE org_id = ${scope.orgId} AND id IN (
    SELECT id FROM ${name} WHERE org_id = ${scope.orgId} AND project_id = ${projectId} AND ${age} < ${before}
    ORDER BY ${age} LIMIT ${limit})`.execute(scope.db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Deletes the oldest lines of the audit log that are older than a time (epoch ms), at most `limit`. */
export async function deleteAuditBefore(scope: OrgScope, before: number, limit: number): Promise<number> {
  const oldest = await scope.db
    .selectFrom('audit_entry')
    .select(['id', 'at'])
    .where('org_id', '=', scope.orgId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = oldest.filter(({ at }) => at < before).map(({ id }) => id)
  if (ids.length === 0) return 0
  await scope.db.deleteFrom('audit_entry').where('org_id', '=', scope.orgId).where('id', 'in', ids).execute()
  return ids.length
}
