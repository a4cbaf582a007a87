import type { OrgScope } from '#storage/engine/scope.ts'
import { requireProject } from './require-project.ts'

/**
 * Row key of the project a request is narrowed to; null if it names none and means all.
 * @throws ServiceError not_found where the organization has no such project.
 */
export async function projectKey(scope: OrgScope, projectUid: string | undefined): Promise<number | null> {
  return projectUid === undefined ? null : (await requireProject(scope, projectUid)).id
}
