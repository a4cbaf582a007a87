import { ServiceError } from '#contract/errors.ts'
import { findProject } from '#storage/project.ts'
import type { OrgScope } from '#storage/scope.ts'

/**
 * Row key of the project a request is narrowed to; null where it names none and means all.
 * @throws ServiceError not_found where the organization has no such project.
 */
export async function projectKey(scope: OrgScope, projectUid: string | undefined): Promise<number | null> {
  if (projectUid === undefined) return null
  const project = await findProject(scope, projectUid)
  if (!project) throw new ServiceError('not_found', 'There is no project with this id.')
  return project.id
}
