import type { OrgScope } from '../engine/scope.ts'
import { lockReleaseFileUse, uncountFiles } from './release-file-use.ts'

/** Removes the records of a release's files. Run it inside a transaction. @returns how many there were. */
export async function deleteReleaseFiles(
  scope: OrgScope,
  projectId: number,
  version: string,
): Promise<number> {
  await lockReleaseFileUse(scope, projectId)
  const rows = await scope.db
    .deleteFrom('release_file')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .returning(['size_bytes as sizeBytes', 'is_public'])
    .execute()
  await uncountFiles(scope, projectId, rows)
  return rows.length
}

export interface UnusedReleaseFiles {
  projectId: number
  before: number
  limit: number
}

export async function hasUnusedReleaseFiles(scope: OrgScope, which: UnusedReleaseFiles): Promise<boolean> {
  return (await unusedFiles(scope, { ...which, limit: 1 }).executeTakeFirst()) !== undefined
}

/** Removes their records. Run it inside a transaction. @returns how many went. */
export async function deleteUnusedReleaseFiles(scope: OrgScope, which: UnusedReleaseFiles): Promise<number> {
  const { projectId } = which
  await lockReleaseFileUse(scope, projectId)
  const rows = await scope.db
    .deleteFrom('release_file')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', unusedFiles(scope, which))
    .returning(['size_bytes as sizeBytes', 'is_public'])
    .execute()
  await uncountFiles(scope, projectId, rows)
  return rows.length
}

function unusedFiles(scope: OrgScope, { projectId, before, limit }: UnusedReleaseFiles) {
  return scope.db
    .selectFrom('release_file')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(limit)
}
