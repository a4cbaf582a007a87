import { projectStats } from '#actions/projects/project-stats.ts'
import {
  changeProject,
  createProject,
  listProjects,
  readProject,
  deleteProject as remove,
} from '#actions/projects/projects.ts'
import type {
  CreatedProject,
  DeletedAnswer,
  NewProject,
  Project,
  ProjectList,
  ProjectPatch,
} from '#contract/project/project.ts'
import type { ProjectStatsList, ProjectStatsQuery } from '#contract/project/project-stats.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'
import { dsnOrigin } from '../link-origin.ts'

export async function getProjects({ services, principal }: AuthenticatedCall): Promise<ProjectList> {
  return listProjects(services, principal)
}

export async function postProject(call: AuthenticatedCall<{ body: NewProject }>): Promise<CreatedProject> {
  return createProject(call.services, callerOf(call), { body: call.body, origin: dsnOrigin(call) })
}

export async function getProject(call: AuthenticatedCall<{ params: IdParams }>): Promise<Project> {
  return readProject(call.services, call.principal, call.params.id)
}

export async function patchProject(
  call: AuthenticatedCall<{ params: IdParams; body: ProjectPatch }>,
): Promise<Project> {
  return changeProject(call.services, callerOf(call), { uid: call.params.id, patch: call.body })
}

export async function deleteProject(call: AuthenticatedCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await remove(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

export async function getProjectStats(
  call: AuthenticatedCall<{ query: ProjectStatsQuery }>,
): Promise<ProjectStatsList> {
  return projectStats(call.services, call.principal, call.query)
}
