import { randomUUID } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { SavedViewTable } from '../schema/view.ts'

export type SavedViewRow = Selectable<SavedViewTable> & {
  project_uid: string | null
  project_name: string | null
  author_name: string | null
  author_email: string | null
}

type Columns = Omit<Insertable<SavedViewTable>, 'id' | 'uid' | 'org_id'>
/** Whose a view is: a member's (id), or the organization's (null). */
type Owner = string | null

/** Views of one owner, in no order. Those of deleted projects are not shown. */
export async function listSavedViews(scope: OrgScope, owner: Owner): Promise<SavedViewRow[]> {
  return viewRows(scope).where(isOf(owner)).execute()
}

/** A view that this member sees: their own or a shared one. */
export async function findSavedView(
  scope: OrgScope,
  uid: string,
  userId: string,
): Promise<SavedViewRow | undefined> {
  return viewRows(scope)
    .where('saved_view.uid', '=', uid)
    .where((eb) => eb.or([eb('saved_view.user_id', '=', userId), eb('saved_view.user_id', 'is', null)]))
    .executeTakeFirst()
}

export function countPrivateViews(scope: OrgScope, userId: string): Promise<number> {
  const views = scope.db.selectFrom('saved_view').select('id').where('org_id', '=', scope.orgId)
  return countRows(scope, views.where('user_id', '=', userId))
}

/** The row key of an owner's view with this name. */
export async function savedViewNamed(
  scope: OrgScope,
  owner: Owner,
  name: string,
): Promise<number | undefined> {
  const row = await scope.db
    .selectFrom('saved_view')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where(isOf(owner))
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}

/** @returns its public id. */
export async function insertSavedView(scope: OrgScope, view: Columns): Promise<string> {
  const uid = randomUUID()
  await scope.db
    .insertInto('saved_view')
    .values({ ...view, uid, org_id: scope.orgId })
    .execute()
  return uid
}

/** Changes the given columns of a view (row key). */
export async function updateSavedView(scope: OrgScope, id: number, columns: Partial<Columns>): Promise<void> {
  await scope.db
    .updateTable('saved_view')
    .set(columns)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSavedView(scope: OrgScope, id: number): Promise<void> {
  await scope.db.deleteFrom('saved_view').where('org_id', '=', scope.orgId).where('id', '=', id).execute()
}

/** Views of a project (row key) that is deleted: their names are free at once. */
export async function deleteViewsOfProject(scope: OrgScope, projectId: number): Promise<void> {
  await scope.db
    .deleteFrom('saved_view')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .execute()
}

function isOf(owner: Owner) {
  const column = sql.ref('saved_view.user_id')
  return owner === null ? sql<boolean>`${column} IS NULL` : sql<boolean>`${column} = ${owner}`
}

function viewRows(scope: OrgScope) {
  return scope.db
    .selectFrom('saved_view')
    .leftJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'saved_view.org_id')
        .onRef('project.id', '=', 'saved_view.project_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'saved_view.author_id')
    .selectAll('saved_view')
    .select(['project.uid as project_uid', 'project.name as project_name'])
    .select(['app_user.name as author_name', 'app_user.email as author_email'])
    .where('saved_view.org_id', '=', scope.orgId)
    .where('project.deleted_at', 'is', null)
}
