import {
  createdProject,
  deletedAnswer,
  dsnKey,
  dsnKeyList,
  dsnKeyPatch,
  newDsnKey,
  newProject,
  project,
  projectList,
  projectPatch,
  revokedAnswer,
} from '#contract/project/project.ts'
import { projectStatsList, projectStatsQuery } from '#contract/project/project-stats.ts'
import { idParams } from '#contract/scalars.ts'
import { getDsnKeys, patchDsnKey, postDsnKey, revokeKey } from '../../api/project/dsn-keys.ts'
import {
  deleteProject,
  getProject,
  getProjectStats,
  getProjects,
  patchProject,
  postProject,
} from '../../api/project/projects.ts'
import { authenticatedRoute, type Route } from '../route.ts'

/** Projects and their DSN keys; a part of the page of routes. */
export function projectRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/projects',
      { access: 'projects:read', summary: 'List projects', answer: projectList },
      getProjects,
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
      postProject,
    ),
    authenticatedRoute(
      'GET /api/v1/projects/{id}',
      { access: 'projects:read', summary: 'Show a project', params: idParams, answer: project },
      getProject,
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
      patchProject,
    ),
    authenticatedRoute(
      'DELETE /api/v1/projects/{id}',
      {
        access: 'projects:delete',
        summary: 'Delete a project and all its data',
        params: idParams,
        answer: deletedAnswer,
      },
      deleteProject,
    ),
    ...dsnKeyRoutes(),
    projectStatsRoute(),
  ]
}

function dsnKeyRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/projects/{id}/dsn-keys',
      {
        access: 'projects:read',
        summary: 'List the DSN keys of a project',
        params: idParams,
        answer: dsnKeyList,
      },
      getDsnKeys,
    ),
    authenticatedRoute(
      'POST /api/v1/projects/{id}/dsn-keys',
      {
        access: 'keys:write',
        summary: 'Create a DSN key',
        params: idParams,
        body: newDsnKey,
        answer: dsnKey,
        status: 201,
        errors: ['conflict'],
      },
      postDsnKey,
    ),
    authenticatedRoute(
      'PATCH /api/v1/dsn-keys/{id}',
      {
        access: 'keys:write',
        summary: 'Change the label or the limits of a DSN key',
        params: idParams,
        body: dsnKeyPatch,
        answer: dsnKey,
      },
      patchDsnKey,
    ),
    authenticatedRoute(
      'POST /api/v1/dsn-keys/{id}/revoke',
      { access: 'keys:write', summary: 'Revoke a DSN key', params: idParams, answer: revokedAnswer },
      revokeKey,
    ),
  ]
}

function projectStatsRoute(): Route {
  return authenticatedRoute(
    'GET /api/v1/stats/projects',
    {
      access: 'issues:read',
      summary: 'Count events, open issues, new issues and regressions by project',
      query: projectStatsQuery,
      answer: projectStatsList,
    },
    getProjectStats,
  )
}
