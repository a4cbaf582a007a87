import type { Queries } from '../engine/scope.ts'

export interface StoredFile {
  id: string
  projectUid: string
  version: string
  name: string
  sizeBytes: number
  /** Lower-case hex. */
  sha256: string
}

/** Records of release files after the one with this id, at most `limit`, by id; without those of deleted projects. */
export function listStoredFiles(db: Queries, afterId: string, limit: number): Promise<StoredFile[]> {
  return filesOf(db).where('file.id', '>', afterId).orderBy('file.id').limit(limit).execute()
}

export async function stillStored(db: Queries, files: readonly StoredFile[]): Promise<StoredFile[]> {
  if (files.length === 0) return []
  const ids = files.map(({ id }) => id)
  const rows = await filesOf(db).where('file.id', 'in', ids).execute()
  const now = new Map(rows.map((file) => [file.id, file.sha256]))
  return files.filter(({ id, sha256 }) => now.get(id) === sha256)
}

function filesOf(db: Queries) {
  return db
    .selectFrom('release_file as file')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'file.org_id')
        .onRef('project.id', '=', 'file.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .select([
      'file.id',
      'project.uid as projectUid',
      'file.version',
      'file.name',
      'file.size_bytes as sizeBytes',
      'file.sha256',
    ])
}
