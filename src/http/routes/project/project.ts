import { projectStats } from '#actions/projects/project-stats.ts'
import {
  changeProject,
  createProject,
  deleteProject,
  listProjects,
  readProject,
} from '#actions/projects/projects.ts'
import {
  createdProject,
  deletedAnswer,
  newProject,
  project,
  projectList,
  projectPatch,
} from '#contract/project/project.ts'
import { projectStatsList, projectStatsQuery } from '#contract/project/project-stats.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { dsnOrigin } from '../../link-origin.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export const PROJECT_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/projects',
    { access: 'projects:read', summary: 'List projects', answer: projectList },
    ({ services, principal }) => listProjects(services, principal),
  ),
  authenticatedRoute(
    'POST /api/v1/projects',
    {
      access: 'projects:write',
      summary: 'Create a project and its first DSN key',
      body: newProject,
      answer: createdProject,
      status: 201,
      errors: ['conflict'],
    },
    (call) => createProject(call.services, callerOf(call), { body: call.body, origin: dsnOrigin(call) }),
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}',
    { access: 'projects:read', summary: 'Show a project', params: idParams, answer: project },
    ({ services, principal, params }) => readProject(services, principal, params.id),
  ),
  authenticatedRoute(
    'PATCH /api/v1/projects/{id}',
    {
      access: 'projects:write',
      summary: 'Change a project',
      params: idParams,
      body: projectPatch,
      answer: project,
    },
    (call) => changeProject(call.services, callerOf(call), { uid: call.params.id, patch: call.body }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/projects/{id}',
    {
      access: 'projects:delete',
      summary: 'Delete a project and all its data',
      params: idParams,
      answer: deletedAnswer,
    },
    async (call) => {
      await deleteProject(call.services, callerOf(call), call.params.id)
      return { deleted: true } as const
    },
  ),
  authenticatedRoute(
    'GET /api/v1/stats/projects',
    {
      access: 'issues:read',
      summary: 'Count events, open issues, new issues and regressions by project',
      query: projectStatsQuery,
      answer: projectStatsList,
    },
    ({ services, principal, query }) => projectStats(services, principal, query),
  ),
]
