import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import {
  addReleaseFileUse,
  type ReleaseFileUse,
  readReleaseFileUse,
  uncountFiles,
} from './release-file-use.ts'

export interface ReleaseFileKey {
  projectId: number
  version: string
  name: string
  dist: string
}

export interface NewReleaseFile extends ReleaseFileKey {
  id: string
  sizeBytes: number
  sha256: string
  isPublic: boolean
  createdAt: number
  /** By which its script and its map are found; null: it has none. */
  debugId: string | null
  /** Where the map of a script is, as the upload said; null if it said nothing. */
  sourceMap: string | null
}

export interface ReleaseFilePlace {
  /** The file of the same key, which is replaced, or null. */
  existing: { id: string; sizeBytes: number; sha256: string; isPublic: boolean } | null
  /** A file of the same key that stays, to be found by its own debug id alone, or null. */
  displaced: { id: string; debugId: string } | null
  use: ReleaseFileUse
}

export async function findReleaseFilePlace(
  scope: OrgScope,
  file: ReleaseFileKey & Pick<NewReleaseFile, 'debugId'>,
): Promise<ReleaseFilePlace> {
  const row = await scope.db
    .selectFrom('release_file')
    .select(['id', 'size_bytes as sizeBytes', 'sha256', 'is_public', 'debug_id'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', file.projectId)
    .where('version', '=', file.version)
    .where('name', '=', file.name)
    .where('dist', '=', file.dist)
    .executeTakeFirst()
  const use = await readReleaseFileUse(scope, file.projectId)
  if (!row) return { existing: null, displaced: null, use }
  const { is_public, debug_id, ...existing } = row
  if (debug_id !== null && file.debugId !== null && debug_id !== file.debugId)
    return { existing: null, displaced: { id: row.id, debugId: debug_id }, use }
  return { existing: { ...existing, isPublic: is_public === 1 }, displaced: null, use }
}

/**
 * Replaces the file of the same key; the same content keeps its id, and trust by the secret key.
 * `place`: `findReleaseFilePlace` in this transaction, after `lockReleaseFileUse`. @returns the id.
 */
export async function putReleaseFile(
  scope: OrgScope,
  file: NewReleaseFile,
  { existing, displaced }: Pick<ReleaseFilePlace, 'existing' | 'displaced'>,
): Promise<string> {
  if (displaced) await displace(scope, file, displaced)
  const isSame = existing?.sha256 === file.sha256
  const isPublic = file.isPublic && (existing === null || existing.isPublic)
  const content = {
    id: isSame ? existing.id : file.id,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    is_public: isPublic ? 1 : 0,
    used_at: file.createdAt,
    debug_id: file.debugId,
    source_map: file.sourceMap,
    ...(!isSame && { created_at: file.createdAt }),
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
      created_at: file.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'project_id', 'version', 'name', 'dist']).doUpdateSet(content),
    )
    .execute()
  const added = [{ sizeBytes: file.sizeBytes, isPublic }]
  await addReleaseFileUse(scope, file.projectId, { added, removed: existing ? [existing] : [] })
  return content.id
}

/** An earlier build under the same names: its events still name its debug ids. */
async function displace(
  scope: OrgScope,
  { projectId, name, dist }: ReleaseFileKey,
  { id, debugId }: { id: string; debugId: string },
): Promise<void> {
  const own = { version: '', name: `${debugId}/${name}` }
  const rows = await scope.db
    .deleteFrom('release_file')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', own.version)
    .where('name', '=', own.name)
    .where('dist', '=', dist)
    .returning(['size_bytes as sizeBytes', 'is_public'])
    .execute()
  await scope.db
    .updateTable('release_file')
    .set(own)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
  await uncountFiles(scope, projectId, rows)
}

/** Those of these contents (lower-case hex) that files of the project have. */
export async function findUsedContents(
  scope: OrgScope,
  projectId: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await scope.db
    .selectFrom('release_file')
    .select('sha256')
    .distinct()
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map((row) => row.sha256))
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

const MAX_RELEASES = 1_000

/** How many files each release of a project has, and how large they are; the one uploaded to last first. */
export async function summariseReleaseFiles(scope: OrgScope, projectId: number) {
  return scope.db
    .selectFrom('release_file')
    .select((eb) => [
      'version',
      eb.fn.countAll<number>().as('files'),
      sql<number>`CAST(sum(size_bytes) AS BIGINT)`.as('bytes'),
      eb.fn.max('created_at').as('uploadedAt'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .groupBy('version')
    .orderBy('uploadedAt', 'desc')
    .orderBy('version')
    .limit(MAX_RELEASES)
    .execute()
}
