import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'
import { forgetInDeadLetters } from '../event/dead-letter.ts'
import { deleteViewsOfProject } from '../search/saved-view.ts'

function slugOfDeleted(uid: string): string {
  return `deleted:${uid}`
}

/** Hides a project at once; rows wait for `deletePart`. False if unknown. Run in a transaction. */
export async function hideProject(scope: OrgScope, uid: string, now: number): Promise<boolean> {
  const row = await scope.db
    .updateTable('project')
    .set({ deleted_at: now, slug: slugOfDeleted(uid) })
    .where('org_id', '=', scope.orgId)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await scope.db
    .deleteFrom('dsn_key')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', row.id)
    .execute()
  await deleteViewsOfProject(scope, row.id)
  return true
}

export async function addDeletedProject(scope: OrgScope, now: number): Promise<number> {
  const uid = randomUUID()
  const { id } = await scope.db
    .insertInto('project')
    .values({
      uid,
      org_id: scope.orgId,
      name: '',
      slug: slugOfDeleted(uid),
      platform: 'other',
      retention_days: null,
      ingest_hourly_cap: null,
      created_at: now,
      deleted_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Row keys of projects that are deleted and still have rows: hardly ever any. */
export async function hiddenProjects(scope: OrgScope): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('project')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('deleted_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** True where a column with the row key of a project names one that is not deleted. */
export function isOfShownProject({ orgId }: OrgScope, column: string) {
  return sql<boolean>`${sql.ref(column)} NOT IN (
    SELECT id FROM project WHERE org_id = ${orgId} AND deleted_at IS NOT NULL)`
}

/** True for rows of a project (row key) or, with null, of all that are not deleted. */
export function isOfProject(scope: OrgScope, column: string, projectId: number | null) {
  return projectId === null
    ? isOfShownProject(scope, column)
    : sql<boolean>`${sql.ref(column)} = ${projectId}`
}

export interface DeletedProject extends OrgKey {
  id: number
  /** Its public id, which its release files are kept under. */
  uid: string
}

export async function listDeletedProjects(db: Queries): Promise<DeletedProject[]> {
  return db
    .selectFrom('project')
    .innerJoin('org', 'org.id', 'project.org_id')
    .select(['project.id', 'project.uid', 'org.id as orgId', 'org.uid as orgUid'])
    .where('project.deleted_at', 'is not', null)
    .orderBy('project.id')
    .execute()
}

/** Issues looked at together; their rows in tables that do not grow with events go along with them. */
const ISSUES_PER_PART = 50

const PARTS_OF_ISSUES = {
  event: ['seq'],
  issue_user: ['issue_id', 'user_hash'],
  issue_email: ['email', 'issue_id'],
  issue_tag: ['issue_id', 'tag_key', 'value'],
  issue_message: ['issue_id', 'shape'],
  issue_hour: ['issue_id', 'hour'],
  issue_day: ['issue_id', 'day'],
  issue_facet: ['issue_id', 'facet', 'value'],
  issue_fingerprint: ['project_id', 'fingerprint'],
  issue_preview: ['project_id', 'preview'],
  issue_activity: ['id'],
  issue_comment: ['id'],
  alert: ['id'],
  webhook_delivery: ['id'],
} as const
const PARTS_OF_PROJECTS = {
  alert: ['id'],
  feedback: ['id'],
  dead_letter: ['id'],
  release: ['id'],
  release_commits: ['version', 'project_id'],
  release_file: ['id'],
  project_drop: ['hour', 'reason', 'project_id'],
  project_hour: ['hour', 'project_id'],
} as const

interface Part {
  table: string
  key: readonly string[]
  owner: RawBuilder<unknown>
}

/** Deletes about `limit` rows in a transaction. Counts are not updated: nobody sees them. False when done. */
export async function deletePart(scope: OrgScope, projectId: number, limit: number): Promise<boolean> {
  const ids = await someIssues(scope, projectId)
  const owner = ids.length > 0 ? sql`issue_id IN (${sql.join(ids)})` : sql`project_id = ${projectId}`
  const parts = ids.length > 0 ? PARTS_OF_ISSUES : PARTS_OF_PROJECTS
  let left = limit
  for (const [table, key] of Object.entries(parts)) {
    left -= await deleteRows(scope, { table, key, owner }, left)
    if (left <= 0) return true
  }
  if (ids.length > 0) await dropIssues(scope, ids)
  else await dropProject(scope, projectId)
  return ids.length > 0
}

/** Some issues of a project (row keys), those that are merged into others before these. */
async function someIssues(scope: OrgScope, projectId: number): Promise<number[]> {
  const issues = scope.db
    .selectFrom('issue')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .limit(ISSUES_PER_PART)
  const roots = await issues
    .where('project_id', '=', projectId)
    .where('merge_parent_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (roots.length === 0) return []
  const rootIds = roots.map(({ id }) => id)
  const children = await issues
    .where('merge_parent_id', 'is not', null)
    .where('merge_parent_id', 'in', rootIds)
    .execute()
  return children.length > 0 ? children.map(({ id }) => id) : rootIds
}

async function deleteRows(scope: OrgScope, { table, key, owner }: Part, limit: number): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const result = await sql`DELETE FROM ${sql.table(table)} WHERE org_id = ${scope.orgId} AND (${columns}) IN (
    SELECT ${columns} FROM ${sql.table(table)} WHERE org_id = ${scope.orgId} AND ${owner} LIMIT ${limit})`.execute(
    scope.db,
  )
  return Number(result.numAffectedRows ?? 0n)
}

async function dropIssues(scope: OrgScope, ids: readonly number[]): Promise<void> {
  await forgetInDeadLetters(scope, ids)
  await scope.db.deleteFrom('issue').where('org_id', '=', scope.orgId).where('id', 'in', ids).execute()
}

async function dropProject(scope: OrgScope, projectId: number): Promise<void> {
  await scope.db.deleteFrom('project').where('org_id', '=', scope.orgId).where('id', '=', projectId).execute()
}
