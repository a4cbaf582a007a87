import { sql, type Updateable } from 'kysely'
import { countRows } from '../engine/count-rows.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'
import type { ProjectTable } from '../schema/account.ts'

export interface ProjectRetention {
  projectId: number
  projectUid: string
  /** Null: the default of the installation. */
  days: number | null
  createdAt: number
  /** Up to where the last sweep came, epoch ms; null before the first. */
  sweptTo: number | null
  sweptDays: number | null
  /** Someone has said since that what is older may go. */
  isAllowed: boolean
  /** Epoch day up to which what is left of old events is folded; null before the first time. */
  foldedTo: number | null
}

export async function listRetentions(db: Queries): Promise<(OrgKey & { projects: ProjectRetention[] })[]> {
  const rows = await db
    .selectFrom('project')
    .innerJoin('org', 'org.id', 'project.org_id')
    .select(['org.id as orgId', 'org.uid as orgUid', 'project.id as projectId', 'project.uid as projectUid'])
    .select(['retention_days as days', 'project.created_at as createdAt', 'retention_swept_to as sweptTo'])
    .select(['retention_swept_days as sweptDays', 'retention_allowed'])
    .select('folded_to as foldedTo')
    .where('project.deleted_at', 'is', null)
    .orderBy('org.id')
    .orderBy('project.id')
    .execute()
  return [...Map.groupBy(rows, ({ orgId }) => orgId).values()].map((projects) => ({
    orgId: projects[0]!.orgId,
    orgUid: projects[0]!.orgUid,
    projects: projects.map(({ orgId, orgUid, retention_allowed, ...project }) => ({
      ...project,
      isAllowed: retention_allowed === 1,
    })),
  }))
}

/** Notes that a project (row key) was swept up to a time (epoch ms), and its retention in days. */
export async function noteSwept(
  scope: OrgScope,
  projectId: number,
  { sweptTo, days }: { sweptTo: number; days: number },
): Promise<void> {
  await setColumns(scope, projectId, {
    retention_swept_to: sweptTo,
    retention_swept_days: days,
    retention_allowed: 0,
    retention_held_count: null,
  })
}

/** Notes up to which epoch day what is left of the old events of a project (row key) is folded. */
export async function noteFolded(scope: OrgScope, projectId: number, foldedTo: number): Promise<void> {
  await setColumns(scope, projectId, { folded_to: foldedTo })
}

/** Notes how many events of a project (row key) are held until someone confirms their deletion. */
export async function noteHeld(scope: OrgScope, projectId: number, count: number): Promise<void> {
  await setColumns(scope, projectId, { retention_held_count: count })
}

async function setColumns(
  { db, orgId }: OrgScope,
  projectId: number,
  columns: Updateable<ProjectTable>,
): Promise<void> {
  await db
    .updateTable('project')
    .set(columns)
    .where('org_id', '=', orgId)
    .where('id', '=', projectId)
    .execute()
}

export interface HeldProject {
  uid: string
  name: string
  orgName: string
  count: number
}

/** Every project whose old events wait. Runs for the operator, across organizations. */
export async function listHeld(db: Queries): Promise<HeldProject[]> {
  const rows = await db
    .selectFrom('project')
    .innerJoin('org', 'org.id', 'project.org_id')
    .select(['project.uid', 'project.name', 'org.name as orgName', 'retention_held_count as count'])
    .where('project.deleted_at', 'is', null)
    .where('retention_held_count', 'is not', null)
    .where('retention_allowed', '=', 0)
    .orderBy('project.id')
    .execute()
  return rows.map(({ count, ...project }) => ({ ...project, count: count! }))
}

/** Lets what waits in a project (public id) go with the next sweep. Runs for the operator. @returns false if nothing waits. */
export async function allowHeld(db: Queries, projectUid: string): Promise<boolean> {
  const row = await db
    .updateTable('project')
    .set({ retention_allowed: 1, retention_held_count: null })
    .where('uid', '=', projectUid)
    .where('deleted_at', 'is', null)
    .where('retention_held_count', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface IssueAge {
  id: number
  projectId: number
  firstSeenAt: number
  lastSeenAt: number
  hasStored: boolean
  storedCount: number
}

/** Issues of the organization after this row key, at most `limit`, in the order of their keys. */
export async function listIssueAges(scope: OrgScope, after: number, limit: number): Promise<IssueAge[]> {
  const rows = await scope.db
    .selectFrom('issue')
    .select(['id', 'project_id', 'first_seen_at', 'last_seen_at', 'stored_event_count', 'merge_parent_id'])
    .where('org_id', '=', scope.orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    hasStored: row.stored_event_count > 0,
    storedCount: row.merge_parent_id === null ? row.stored_event_count : 0,
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

/** Stored events of these issues (row keys) that occurred before `before`, those in the `expected` span left out. */
export async function countUnexpected(
  scope: OrgScope,
  issueIds: readonly number[],
  { before, expected }: { before: number; expected: { from: number; to: number } },
): Promise<number> {
  if (issueIds.length === 0) return 0
  const events = scope.db
    .selectFrom('event')
    .select('seq')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('occurred_at', '<', before)
    .where((eb) => eb.or([eb('occurred_at', '<', expected.from), eb('occurred_at', '>=', expected.to)]))
  return countRows(scope, events)
}

/** Tables deleted by age. A dead letter is as old as its event, which may be restored at that hour. */
const AGED_TABLES = { feedback: 'created_at', dead_letter: 'received_at', alert: 'fired_at' } as const
export type AgedTable = keyof typeof AGED_TABLES
export const AGED_TABLE_NAMES = Object.keys(AGED_TABLES) as AgedTable[]

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
