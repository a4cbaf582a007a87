import type { OrgScope } from '#storage/engine/scope.ts'
import { requireProject } from './require-project.ts'

/** Null if the request names no project and means all. @throws not_found */
export async function projectKey(scope: OrgScope, projectUid: string | undefined): Promise<number | null> {
  return projectUid === undefined ? null : (await requireProject(scope, projectUid)).id
}
