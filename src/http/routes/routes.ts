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
import { issueRoutes } from './issue.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { MCP_ROUTE } from './mcp.ts'
import { memberRoutes } from './member.ts'
import { intakeRoutes } from './project/intake.ts'
import { projectRoutes } from './project/project.ts'
import { releaseRoutes } from './project/release.ts'
import { queueRoutes } from './queue.ts'
import { type ListedRoute, publicRoute, type Route, sessionRoute } from './route.ts'
import { serviceRoutes } from './service.ts'
import { singleSignOnRoutes } from './single-sign-on.ts'
import { TOOL_ROUTES } from './tool.ts'
import { watchRoutes } from './watch.ts'
import { webhookRoutes } from './webhook.ts'

/** Every route of the JSON API. Bodies are at most 1 MiB where nothing else is said. */
export function apiRoutes(): Route[] {
  const routes: Route[] = [
    ...authRoutes(),
    ...setupRoutes(),
    ...projectRoutes(),
    ...intakeRoutes(),
    ...memberRoutes(),
    ...issueRoutes(),
    ...feedbackRoutes(),
    ...singleSignOnRoutes(),
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
        limit: LIMIT_TEXTS.signIn,
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
        limit: LIMIT_TEXTS.passwords,
        errors: ['conflict', 'rate_limit_exceeded'],
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
