import { sql } from 'kysely'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'

interface Counted {
  uid: string
  counted_files: number
  counted_bytes: number
  counted_public_files: number
  counted_public_bytes: number
  files: number
  bytes: number
  public_files: number
  public_bytes: number
}

export async function releaseFileProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const { rows } = await sql<Counted>`
    SELECT project.uid, sum(counted_files) AS counted_files, sum(counted_bytes) AS counted_bytes,
      sum(counted_public_files) AS counted_public_files, sum(counted_public_bytes) AS counted_public_bytes,
      sum(files) AS files, sum(bytes) AS bytes, sum(public_files) AS public_files, sum(public_bytes) AS public_bytes
    FROM (
      SELECT project_id, file_count AS counted_files, total_bytes AS counted_bytes,
        public_file_count AS counted_public_files, public_bytes AS counted_public_bytes,
        0 AS files, 0 AS bytes, 0 AS public_files, 0 AS public_bytes
      FROM release_file_use WHERE org_id = ${orgId}
      UNION ALL
      SELECT project_id, 0, 0, 0, 0, 1, size_bytes, is_public, is_public * size_bytes
      FROM release_file WHERE org_id = ${orgId}
    ) AS counts
    JOIN project ON project.org_id = ${orgId} AND project.id = counts.project_id AND project.deleted_at IS NULL
    GROUP BY project.uid
    HAVING sum(counted_files) <> sum(files) OR sum(counted_bytes) <> sum(bytes)
      OR sum(counted_public_files) <> sum(public_files) OR sum(counted_public_bytes) <> sum(public_bytes)
    ORDER BY project.uid`.execute(db)
  return rows.map((row) => ({
    check: 'release_file.use',
    subject: `project ${row.uid}`,
    message:
      `${row.counted_files} release files of ${row.counted_bytes} bytes are counted, ` +
      `${row.counted_public_files} of ${row.counted_public_bytes} bytes of them public; there are ` +
      `${row.files} of ${row.bytes}, ${row.public_files} of ${row.public_bytes} of them public`,
  }))
}
