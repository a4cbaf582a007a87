import type { OrgScope } from './scope.ts'

/** Which file of a release: uploading it again replaces it. */
export interface ReleaseFileKey {
  projectId: number
  version: string
  name: string
  /** Empty: for every distribution. */
  dist: string
}

export interface NewReleaseFile extends ReleaseFileKey {
  /** UUID. */
  id: string
  sizeBytes: number
  /** Lower-case hex. */
  sha256: string
  /** Epoch ms. */
  createdAt: number
}

/** Stores the record of a file, in place of an earlier one of the same key. @returns the earlier content's hash. */
export async function putReleaseFile(scope: OrgScope, file: NewReleaseFile): Promise<string | null> {
  const before = await findReleaseFile(scope, file)
  const content = {
    id: file.id,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    created_at: file.createdAt,
  }
  await scope.db
    .insertInto('release_file')
    .values({
      ...content,
      org_id: scope.orgId,
      project_id: file.projectId,
      version: file.version,
      name: file.name,
      dist: file.dist,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'project_id', 'version', 'name', 'dist']).doUpdateSet(content),
    )
    .execute()
  return before
}

async function findReleaseFile(scope: OrgScope, file: ReleaseFileKey): Promise<string | null> {
  const row = await scope.db
    .selectFrom('release_file')
    .select('sha256')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', file.projectId)
    .where('version', '=', file.version)
    .where('name', '=', file.name)
    .where('dist', '=', file.dist)
    .executeTakeFirst()
  return row?.sha256 ?? null
}

/** True when a file of the project still has this content. */
export async function isContentUsed(scope: OrgScope, projectId: number, sha256: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('release_file')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface ReleaseFile {
  id: string
  name: string
  dist: string
  sizeBytes: number
  sha256: string
  createdAt: number
}

const FILES_PER_RELEASE = 10_000

/** The files of a release by name, at most 10,000. */
export async function listReleaseFiles(
  scope: OrgScope,
  projectId: number,
  version: string,
): Promise<ReleaseFile[]> {
  return scope.db
    .selectFrom('release_file')
    .select(['id', 'name', 'dist', 'size_bytes as sizeBytes', 'sha256', 'created_at as createdAt'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .orderBy('name')
    .orderBy('dist')
    .limit(FILES_PER_RELEASE)
    .execute()
}

/** Removes the records of a release's files. @returns the hash of each one's content. */
export async function deleteReleaseFiles(
  scope: OrgScope,
  projectId: number,
  version: string,
): Promise<string[]> {
  const rows = await scope.db
    .deleteFrom('release_file')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .returning('sha256')
    .execute()
  return rows.map((row) => row.sha256)
}
