import { ServiceError } from '#contract/errors.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findProject, lockProject, type ProjectRow } from '#storage/project/project.ts'

/** The project with this public id. @throws not_found if the organization has none. */
export async function requireProject(scope: OrgScope, uid: string): Promise<ProjectRow> {
  const project = await findProject(scope, uid)
  if (!project) throw noProject()
  return project
}

/** As `requireProject`, but nobody else changes the project until the transaction ends. @throws not_found */
export async function requireLockedProject(scope: OrgScope, uid: string): Promise<ProjectRow> {
  const project = await lockProject(scope, uid)
  if (!project) throw noProject()
  return project
}

export function noProject(): ServiceError {
  return new ServiceError('not_found', 'No project has this ID.')
}
