import { Readable } from 'node:stream'
import {
  endedAnswer,
  loginBody,
  me,
  mePatch,
  passwordChangeBody,
  sessionList,
  setupAnswer,
  setupBody,
  setupState,
} from '#contract/account/auth.ts'
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
import { idParams } from '#contract/scalars.ts'
import { openApiAnswer } from '#contract/service.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import type { Config } from '#platform/config/config.ts'
import { login, logout } from '../api/account/login.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  getMe,
  getSessions,
  patchMe,
} from '../api/account/sessions.ts'
import { getSetup, postSetup } from '../api/account/setup.ts'
import { getDsnKeys, patchDsnKey, postDsnKey, revokeKey } from '../api/project/dsn-keys.ts'
import { deleteProject, getProject, getProjects, patchProject, postProject } from '../api/project/projects.ts'
import { sessionCookieName } from '../auth/session/cookie.ts'
import { describeService } from '../description/describe-service.ts'
import type { OpenApi } from '../description/open-api.ts'
import { agentRoutes } from './agent.ts'
import { alertRoutes } from './alert.ts'
import { alertRuleRoutes } from './alert-rule.ts'
import { commentRoutes } from './comment.ts'
import { deadLetterRoutes } from './dead-letter.ts'
import { feedbackRoutes } from './feedback.ts'
import { ingestRoutes } from './ingest.ts'
import { intakeRoutes } from './intake.ts'
import { issueRoutes } from './issue.ts'
import { MCP_ROUTE } from './mcp.ts'
import { memberRoutes } from './member.ts'
import { queueRoutes } from './queue.ts'
import { releaseRoutes } from './release.ts'
import { type ListedRoute, publicRoute, type Route, sessionRoute } from './route.ts'
import { serviceRoutes } from './service.ts'
import { TOOL_ROUTES } from './tool.ts'
import { watchRoutes } from './watch.ts'
import { webhookRoutes } from './webhook.ts'

/** Every route of the JSON API. Bodies are at most 1 MiB where nothing else is said. */
export function apiRoutes(): Route[] {
  const routes: Route[] = [
    ...authRoutes(),
    ...setupRoutes(),
    ...projectRoutes(),
    ...dsnKeyRoutes(),
    ...intakeRoutes(),
    ...memberRoutes(),
    ...issueRoutes(),
    ...feedbackRoutes(),
    ...commentRoutes(),
    ...deadLetterRoutes(),
    ...alertRoutes(),
    ...alertRuleRoutes(),
    ...queueRoutes(),
    ...webhookRoutes(),
    ...agentRoutes(),
    ...releaseRoutes(),
    ...watchRoutes(),
  ]
  return [...routes, descriptionRoute(routes)]
}

/** Every route of the service, except for the files of the dashboard. */
export function everyRoute(): ListedRoute[] {
  return [...apiRoutes(), ...ingestRoutes(), ...serviceRoutes(), ...TOOL_ROUTES, MCP_ROUTE]
}

function descriptionRoute(routes: readonly Route[]): Route {
  let document: Buffer | undefined
  const route: Route = publicRoute(
    'GET /api/v1/openapi.json',
    { summary: 'OpenAPI description', answer: openApiAnswer },
    async ({ services, reply }) => {
      document ??= Buffer.from(visibleJson(describeRoutes([...routes, route], services.config)))
      reply.type('application/json; charset=utf-8')
      // The same bytes for everybody, also for those who don't read them.
      return Readable.from(document)
    },
  )
  return route
}

export function describeRoutes(api: readonly Route[], config: Pick<Config, 'baseUrl'>): OpenApi {
  const cookieName = sessionCookieName(config)
  return describeService([...api, ...ingestRoutes(), ...serviceRoutes()], { cookieName })
}

const SIGN_IN_ERRORS = [
  'invalid_credentials',
  'second_factor_required',
  'invalid_second_factor',
  'rate_limit_exceeded',
] as const

function authRoutes(): Route[] {
  return [
    publicRoute(
      'POST /api/v1/auth/login',
      {
        summary: 'Sign in',
        body: loginBody,
        limit:
          '10 failures per address and email, failures with 100 emails per address, 10 wrong codes per member, in 15 minutes',
        errors: SIGN_IN_ERRORS,
        setsCookie: true,
      },
      login,
    ),
    sessionRoute(
      'POST /api/v1/auth/logout',
      { access: 'account', summary: 'Sign out', setsCookie: true },
      logout,
    ),
    sessionRoute(
      'GET /api/v1/auth/me',
      { access: 'account', summary: 'Show the signed-in user', answer: me },
      getMe,
    ),
    sessionRoute(
      'PATCH /api/v1/auth/me',
      { access: 'account', summary: 'Change your name', body: mePatch, answer: me },
      patchMe,
    ),
    sessionRoute(
      'GET /api/v1/auth/sessions',
      { access: 'account', summary: 'List your sessions', answer: sessionList },
      getSessions,
    ),
    sessionRoute(
      'DELETE /api/v1/auth/sessions',
      { access: 'account', summary: 'End your other sessions', answer: endedAnswer },
      endOtherSessions,
    ),
    sessionRoute(
      'DELETE /api/v1/auth/sessions/{id}',
      { access: 'account', summary: 'End one of your sessions', params: idParams, answer: endedAnswer },
      endSession,
    ),
    sessionRoute(
      'POST /api/v1/auth/password',
      {
        access: 'account',
        summary: 'Change your password',
        body: passwordChangeBody,
        limit: '10 failures per address and email in 15 minutes',
        errors: ['rate_limit_exceeded'],
      },
      changePassword,
    ),
  ]
}

function setupRoutes(): Route[] {
  return [
    publicRoute(
      'GET /api/v1/setup',
      { summary: 'Check whether the service needs its first user', answer: setupState },
      getSetup,
    ),
    publicRoute(
      'POST /api/v1/setup',
      {
        summary: 'Create the first organization and its owner',
        body: setupBody,
        limit: 'needs the token of the setup link, which the service prints when it starts',
        answer: setupAnswer,
        status: 201,
        errors: ['conflict', 'rate_limit_exceeded'],
        setsCookie: true,
      },
      postSetup,
    ),
  ]
}

function projectRoutes(): Route[] {
  return [
    sessionRoute(
      'GET /api/v1/projects',
      { access: 'projects:read', summary: 'List projects', answer: projectList },
      getProjects,
    ),
    sessionRoute(
      'POST /api/v1/projects',
      {
        access: 'projects:write',
        summary: 'Create a project and its first DSN key',
        body: newProject,
        answer: createdProject,
        status: 201,
      },
      postProject,
    ),
    sessionRoute(
      'GET /api/v1/projects/{id}',
      { access: 'projects:read', summary: 'Show a project', params: idParams, answer: project },
      getProject,
    ),
    sessionRoute(
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
    sessionRoute(
      'DELETE /api/v1/projects/{id}',
      {
        access: 'projects:delete',
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
      {
        access: 'projects:read',
        summary: 'List the DSN keys of a project',
        params: idParams,
        answer: dsnKeyList,
      },
      getDsnKeys,
    ),
    sessionRoute(
      'POST /api/v1/projects/{id}/dsn-keys',
      {
        access: 'keys:write',
        summary: 'Create a DSN key',
        params: idParams,
        body: newDsnKey,
        answer: dsnKey,
        status: 201,
      },
      postDsnKey,
    ),
    sessionRoute(
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
    sessionRoute(
      'POST /api/v1/dsn-keys/{id}/revoke',
      { access: 'keys:write', summary: 'Revoke a DSN key', params: idParams, answer: revokedAnswer },
      revokeKey,
    ),
  ]
}
