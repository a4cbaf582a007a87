import { Readable } from 'node:stream'
import { openApiAnswer } from '#contract/service.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import type { Config } from '#platform/config/config.ts'
import { sessionCookieName } from '../auth/session/cookie.ts'
import { describeService } from '../description/describe-service.ts'
import type { OpenApi } from '../description/open-api.ts'
import { agentRoutes } from './agent.ts'
import { alertRoutes } from './alert.ts'
import { alertRuleRoutes } from './alert-rule.ts'
import { authRoutes, setupRoutes } from './auth.ts'
import { dashboardErrorRoutes } from './dashboard-error.ts'
import { deadLetterRoutes } from './dead-letter.ts'
import { feedbackRoutes } from './feedback.ts'
import { ingestRoutes } from './ingest.ts'
import { commentRoutes } from './issue/comment.ts'
import { issueRoutes } from './issue/issue.ts'
import { MCP_ROUTE } from './mcp.ts'
import { memberRoutes } from './member.ts'
import { projectIngestRoutes } from './project/ingest.ts'
import { intakeRoutes } from './project/intake.ts'
import { projectRoutes } from './project/project.ts'
import { releaseRoutes } from './project/release.ts'
import { queueRoutes } from './queue.ts'
import { type ListedRoute, publicRoute, type Route } from './route.ts'
import { serviceRoutes } from './service.ts'
import { singleSignOnRoutes } from './single-sign-on.ts'
import { streamRoutes } from './stream.ts'
import { TOOL_ROUTES } from './tool.ts'
import { webhookRoutes } from './webhook.ts'

/** Every route of the JSON API. A body can be up to 1 MiB, unless its route says otherwise. */
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
    ...projectIngestRoutes(),
    ...streamRoutes(),
    ...dashboardErrorRoutes(),
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
