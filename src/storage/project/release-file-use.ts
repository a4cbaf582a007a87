import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

export interface ReleaseFileUse {
  files: number
  bytes: number
  publicFiles: number
  publicBytes: number
}

export interface CountedFile {
  sizeBytes: number
  isPublic: boolean
}

export async function readReleaseFileUse(scope: OrgScope, projectId: number): Promise<ReleaseFileUse> {
  const row = await scope.db
    .selectFrom('release_file_use')
    .select([
      'file_count as files',
      'total_bytes as bytes',
      'public_file_count as publicFiles',
      'public_bytes as publicBytes',
    ])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? { files: 0, bytes: 0, publicFiles: 0, publicBytes: 0 }
}

/** Lets nobody else change the files of a project (row key), on any node, until the transaction ends. Counts a change. */
export async function lockReleaseFileUse(scope: OrgScope, projectId: number): Promise<void> {
  await sql`
    INSERT INTO release_file_use (org_id, project_id, file_count, total_bytes, public_file_count, public_bytes)
    VALUES (${scope.orgId}, ${projectId}, 0, 0, 0, 0)
    ON CONFLICT (org_id, project_id) DO UPDATE SET changes = release_file_use.changes + 1`.execute(scope.db)
}

/** Counts files that came and went. Run it after `lockReleaseFileUse`, in the same transaction. */
export async function addReleaseFileUse(
  scope: OrgScope,
  projectId: number,
  { added, removed }: { added: readonly CountedFile[]; removed: readonly CountedFile[] },
): Promise<void> {
  const [more, less] = [sumOf(added), sumOf(removed)]
  await scope.db
    .updateTable('release_file_use')
    .set((eb) => ({
      file_count: eb('file_count', '+', more.files - less.files),
      total_bytes: eb('total_bytes', '+', more.bytes - less.bytes),
      public_file_count: eb('public_file_count', '+', more.publicFiles - less.publicFiles),
      public_bytes: eb('public_bytes', '+', more.publicBytes - less.publicBytes),
    }))
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .execute()
}

/** Counts files that were removed, by their rows; as `addReleaseFileUse`. */
export async function uncountFiles(
  scope: OrgScope,
  projectId: number,
  rows: readonly { sizeBytes: number; is_public: number }[],
): Promise<void> {
  const removed = rows.map(({ sizeBytes, is_public }) => ({ sizeBytes, isPublic: is_public === 1 }))
  await addReleaseFileUse(scope, projectId, { added: [], removed })
}

function sumOf(files: readonly CountedFile[]): ReleaseFileUse {
  const sum = { files: 0, bytes: 0, publicFiles: 0, publicBytes: 0 }
  for (const { sizeBytes, isPublic } of files) {
    sum.files += 1
    sum.bytes += sizeBytes
    if (isPublic) {
      sum.publicFiles += 1
      sum.publicBytes += sizeBytes
    }
  }
  return sum
}
