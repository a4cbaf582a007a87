import {
  endedAnswer,
  loginBody,
  me,
  passwordChangeBody,
  sessionList,
  setupAnswer,
  setupBody,
  setupState,
} from '#contract/auth.ts'
import {
  createdProject,
  deletedAnswer,
  dsnKey,
  dsnKeyList,
  newDsnKey,
  newProject,
  project,
  projectList,
  projectPatch,
  revokedAnswer,
} from '#contract/project.ts'
import { idParams } from '#contract/scalars.ts'
import { getDsnKeys, postDsnKey, revokeKey } from './api/dsn-keys.ts'
import { deleteProject, getProject, getProjects, patchProject, postProject } from './api/projects.ts'
import { login, logout } from './auth/login.ts'
import { changePassword, endOtherSessions, endSession, getMe, getSessions } from './auth/sessions.ts'
import { getSetup, postSetup } from './auth/setup.ts'
import { ingestRoutes } from './ingest-routes.ts'
import { issueRoutes } from './issue-routes.ts'
import { getOpenApi, openApiAnswer } from './openapi.ts'
import { releaseFileRoutes } from './release-file-routes.ts'
import { publicRoute, type Route, sessionRoute } from './route.ts'
import { watchRoutes } from './watch-routes.ts'

/** Every route of the JSON API. Bodies are at most 1 MiB where nothing else is said. */
export function apiRoutes(): Route[] {
  const routes: Route[] = [
    ...authRoutes(),
    ...projectRoutes(),
    ...dsnKeyRoutes(),
    ...issueRoutes(),
    ...releaseFileRoutes(),
    ...watchRoutes(),
  ]
  const description = publicRoute(
    'GET /api/v1/openapi.json',
    { summary: 'This description', answer: openApiAnswer },
    (call) => getOpenApi(call, [...routes, ...ingestRoutes()]),
  )
  routes.push(description)
  return routes
}

function authRoutes(): Route[] {
  return [
    publicRoute(
      'POST /api/v1/auth/login',
      { summary: 'Sign in', body: loginBody, errors: ['invalid_credentials', 'rate_limit_exceeded'] },
      login,
    ),
    sessionRoute('POST /api/v1/auth/logout', { role: 'member', summary: 'Sign out' }, logout),
    sessionRoute('GET /api/v1/auth/me', { role: 'member', summary: 'Who is signed in', answer: me }, getMe),
    sessionRoute(
      'GET /api/v1/auth/sessions',
      { role: 'member', summary: 'Own sessions', answer: sessionList },
      getSessions,
    ),
    sessionRoute(
      'DELETE /api/v1/auth/sessions',
      { role: 'member', summary: 'End all own sessions but this one', answer: endedAnswer },
      endOtherSessions,
    ),
    sessionRoute(
      'DELETE /api/v1/auth/sessions/{id}',
      { role: 'member', summary: 'End one own session', params: idParams, answer: endedAnswer },
      endSession,
    ),
    sessionRoute(
      'POST /api/v1/auth/password',
      {
        role: 'member',
        summary: 'Change the own password',
        body: passwordChangeBody,
        errors: ['rate_limit_exceeded'],
      },
      changePassword,
    ),
    publicRoute(
      'GET /api/v1/setup',
      { summary: 'Whether the service needs its first user', answer: setupState },
      getSetup,
    ),
    publicRoute(
      'POST /api/v1/setup',
      {
        summary: 'Make the first organization and its Owner',
        body: setupBody,
        answer: setupAnswer,
        status: 201,
        errors: ['conflict'],
      },
      postSetup,
    ),
  ]
}

function projectRoutes(): Route[] {
  return [
    sessionRoute(
      'GET /api/v1/projects',
      { role: 'member', summary: 'List projects', answer: projectList },
      getProjects,
    ),
    sessionRoute(
      'POST /api/v1/projects',
      {
        role: 'admin',
        summary: 'Make a project and its first key',
        body: newProject,
        answer: createdProject,
        status: 201,
      },
      postProject,
    ),
    sessionRoute(
      'GET /api/v1/projects/{id}',
      { role: 'member', summary: 'Show a project', params: idParams, answer: project },
      getProject,
    ),
    sessionRoute(
      'PATCH /api/v1/projects/{id}',
      { role: 'admin', summary: 'Change a project', params: idParams, body: projectPatch, answer: project },
      patchProject,
    ),
    sessionRoute(
      'DELETE /api/v1/projects/{id}',
      {
        role: 'owner',
        summary: 'Delete a project and all its data',
        params: idParams,
        answer: deletedAnswer,
      },
      deleteProject,
    ),
  ]
}

function dsnKeyRoutes(): Route[] {
  return [
    sessionRoute(
      'GET /api/v1/projects/{id}/dsn-keys',
      { role: 'member', summary: 'List the DSN keys of a project', params: idParams, answer: dsnKeyList },
      getDsnKeys,
    ),
    sessionRoute(
      'POST /api/v1/projects/{id}/dsn-keys',
      {
        role: 'admin',
        summary: 'Make a DSN key',
        params: idParams,
        body: newDsnKey,
        answer: dsnKey,
        status: 201,
      },
      postDsnKey,
    ),
    sessionRoute(
      'POST /api/v1/dsn-keys/{id}/revoke',
      { role: 'admin', summary: 'Revoke a DSN key', params: idParams, answer: revokedAnswer },
      revokeKey,
    ),
  ]
}
