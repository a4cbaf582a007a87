import { ServiceError } from '#contract/errors.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findProject, type ProjectRow } from '#storage/project/project.ts'

/** The project with this public id. @throws not_found where the organization has none. */
export async function requireProject(scope: OrgScope, uid: string): Promise<ProjectRow> {
  const project = await findProject(scope, uid)
  if (!project) throw noProject()
  return project
}

export function noProject(): ServiceError {
  return new ServiceError('not_found', 'No project has this ID.')
}
