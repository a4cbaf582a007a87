import type { OrgScope, Queries } from '../engine/scope.ts'

export interface SymbolFile {
  id: string
  name: string
  dist: string
  sizeBytes: number
  sha256: string
  sourceMap: string | null
  usedAt: number
  isPublic: number
}

export interface SymbolProject {
  uid: string
  files: number
  changes: number
}

export async function listProjectsWithFiles(
  db: Queries,
  projects: { orgIds: readonly number[]; ids: readonly number[] },
): Promise<Set<number>> {
  if (projects.ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('release_file_use')
    .select('project_id')
    .where('org_id', 'in', projects.orgIds)
    .where('project_id', 'in', projects.ids)
    .where('file_count', '>', 0)
    .execute()
  return new Set(rows.map((row) => row.project_id))
}

export async function findSymbolProject(
  scope: OrgScope,
  projectId: number,
): Promise<SymbolProject | undefined> {
  return scope.db
    .selectFrom('project')
    .innerJoin('release_file_use as use', (join) =>
      join.onRef('use.org_id', '=', 'project.org_id').onRef('use.project_id', '=', 'project.id'),
    )
    .select(['project.uid as uid', 'use.file_count as files', 'use.changes as changes'])
    .where('project.org_id', '=', scope.orgId)
    .where('project.id', '=', projectId)
    .where('project.deleted_at', 'is', null)
    .where('use.file_count', '>', 0)
    .executeTakeFirst()
}

export interface NamedFiles {
  projectId: number
  version: string
  names: readonly string[]
  dist: string
}

export async function findFilesByName(scope: OrgScope, wanted: NamedFiles): Promise<SymbolFile[]> {
  if (wanted.names.length === 0) return []
  const files = await symbolFiles(scope, wanted.projectId)
    .where('version', '=', wanted.version)
    .where('name', 'in', wanted.names)
    .where('dist', 'in', wanted.dist === '' ? [''] : ['', wanted.dist])
    .execute()
  return trusted(files)
}

/** The files with a debug id, a script and its map, of each upload. */
export async function findFilesByDebugId(
  scope: OrgScope,
  projectId: number,
  debugId: string,
): Promise<SymbolFile[]> {
  const files = await symbolFiles(scope, projectId)
    .where('debug_id', '=', debugId)
    .orderBy('is_public')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OF_ONE_ID)
    .execute()
  return trusted(files)
}

/** Those of a secret key or token, if there are any. With the public key, files can be added that would be found before
 * them: with the event's dist, or as a script that names another map. */
function trusted(files: SymbolFile[]): SymbolFile[] {
  const own = files.filter(({ isPublic }) => isPublic === 0)
  return own.length > 0 ? own : files
}

const MAX_OF_ONE_ID = 20

/** Those of several debug ids whose name begins like this, newest first. */
export async function findFilesByDebugIds(
  scope: OrgScope,
  { projectId, debugIds, prefix, limit }: DebugIdSearch,
): Promise<SymbolFile[]> {
  const files = await symbolFiles(scope, projectId)
    .where('debug_id', 'in', debugIds)
    .where('name', 'like', `${prefix}%`)
    .orderBy('is_public')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return trusted(files)
}

export interface DebugIdSearch {
  projectId: number
  /** Not empty. */
  debugIds: readonly string[]
  /** Without what LIKE takes for a pattern. */
  prefix: string
  limit: number
}

function symbolFiles(scope: OrgScope, projectId: number) {
  return scope.db
    .selectFrom('release_file')
    .select([
      'id',
      'name',
      'dist',
      'size_bytes as sizeBytes',
      'sha256',
      'source_map as sourceMap',
      'used_at as usedAt',
      'is_public as isPublic',
    ])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
}

/** Notes that files were used, so that retention keeps them. Changes nothing of what can be found. */
export async function touchReleaseFiles(
  scope: OrgScope,
  ids: readonly string[],
  usedAt: number,
): Promise<void> {
  await scope.db
    .updateTable('release_file')
    .set({ used_at: usedAt })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
}
