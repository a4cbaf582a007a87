import type { Selectable, Updateable } from 'kysely'
import { numberedSlug } from '#domain/access/project-slug.ts'
import { insertDefaultRule } from '../alert/alert-rule.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { ProjectTable } from '../schema/account.ts'

/** A project; `id` is its row key and the numeric alias in ingest paths. */
export type ProjectRow = Selectable<ProjectTable>

export interface NewProject {
  uid: string
  name: string
  slug: string
  platform: string
  retentionDays: number | null
  ingestHourlyCap: number | null
  createdAt: number
}

export type ProjectChange = Pick<
  Updateable<ProjectTable>,
  'name' | 'platform' | 'retention_days' | 'ingest_hourly_cap' | 'source_links'
>

/** Makes a project with its first alert rule. Run in a transaction: it looks for a free slug first. */
export async function insertProject(scope: OrgScope, project: NewProject): Promise<ProjectRow> {
  for (let number = 1; ; number++) {
    const row = await scope.db
      .insertInto('project')
      .values({
        uid: project.uid,
        org_id: scope.orgId,
        name: project.name,
        slug: numberedSlug(project.slug, number),
        platform: project.platform,
        retention_days: project.retentionDays,
        ingest_hourly_cap: project.ingestHourlyCap,
        created_at: project.createdAt,
      })
      .onConflict((conflict) => conflict.columns(['org_id', 'slug']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) continue
    await insertDefaultRule(scope, row.id, project.createdAt)
    return row
  }
}

export async function listProjects(scope: OrgScope): Promise<ProjectRow[]> {
  return presentProjects(scope).orderBy('name').orderBy('id').execute()
}

export async function findProject(scope: OrgScope, uid: string): Promise<ProjectRow | undefined> {
  return presentProjects(scope).where('uid', '=', uid).executeTakeFirst()
}

export async function lockProject(scope: OrgScope, uid: string): Promise<ProjectRow | undefined> {
  return presentProjects(scope).where('uid', '=', uid).forUpdate().executeTakeFirst()
}

function presentProjects({ db, orgId }: OrgScope) {
  return db.selectFrom('project').selectAll().where('org_id', '=', orgId).where('deleted_at', 'is', null)
}

/** Naming retention, even unchanged, allows deletion of what is older. Undefined if unknown. */
export async function updateProject(
  scope: OrgScope,
  uid: string,
  change: ProjectChange,
): Promise<ProjectRow | undefined> {
  return scope.db
    .updateTable('project')
    .set({ ...change, ...(change.retention_days !== undefined && { retention_allowed: 1 }) })
    .where('org_id', '=', scope.orgId)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
