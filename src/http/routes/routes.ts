import { Readable } from 'node:stream'
import { openApiAnswer } from '#contract/service.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import type { Config } from '#platform/config/config.ts'
import { sessionCookieName } from '../auth/session/cookie.ts'
import { describeService } from '../description/describe-service.ts'
import type { OpenApi } from '../description/open-api.ts'
import { LINK_ROUTES } from './account/link.ts'
import { MEMBER_ROUTES } from './account/member.ts'
import { NOTIFICATION_ROUTES } from './account/notification.ts'
import { ORGANIZATION_ROUTES } from './account/organization.ts'
import { SESSION_ROUTES } from './account/session.ts'
import { SETUP_ROUTES } from './account/setup.ts'
import { SINGLE_SIGN_ON_ROUTES } from './account/single-sign-on.ts'
import { TOKEN_ROUTES } from './account/token.ts'
import { TWO_FACTOR_ROUTES } from './account/two-factor.ts'
import { ALERT_ROUTES } from './alert/alert.ts'
import { ALERT_RULE_ROUTES } from './alert/alert-rule.ts'
import { WEBHOOK_ROUTES } from './alert/webhook.ts'
import { DASHBOARD_ERROR_ROUTE } from './dashboard-error.ts'
import { INGEST_ROUTES } from './ingest.ts'
import { COMMENT_ROUTES } from './issue/comment.ts'
import { DEAD_LETTER_ROUTES } from './issue/dead-letter.ts'
import { EVENT_ROUTES } from './issue/event.ts'
import { FEEDBACK_ROUTES } from './issue/feedback.ts'
import { ISSUE_ROUTES } from './issue/issue.ts'
import { QUEUE_ROUTES } from './issue/queue.ts'
import { SAVED_VIEW_ROUTES } from './issue/saved-view.ts'
import { TRIAGE_ROUTES } from './issue/triage.ts'
import { MCP_ROUTE } from './mcp.ts'
import { DSN_KEY_ROUTES } from './project/dsn-key.ts'
import { PROJECT_INGEST_ROUTES } from './project/ingest.ts'
import { INTAKE_ROUTES } from './project/intake.ts'
import { PROJECT_ROUTES } from './project/project.ts'
import { RELEASE_ROUTES } from './project/release.ts'
import { type ListedRoute, publicRoute, type Route } from './route.ts'
import { SERVICE_ROUTES } from './service.ts'
import { STREAM_ROUTE } from './stream.ts'
import { TOOL_ROUTES } from './tool.ts'

/** Every route of the JSON API. A body can be up to 1 MiB, unless its route says otherwise. */
export function apiRoutes(): Route[] {
  const routes: Route[] = [
    ...SESSION_ROUTES,
    ...SETUP_ROUTES,
    ...PROJECT_ROUTES,
    ...DSN_KEY_ROUTES,
    ...INTAKE_ROUTES,
    ...MEMBER_ROUTES,
    ...ORGANIZATION_ROUTES,
    ...LINK_ROUTES,
    ...NOTIFICATION_ROUTES,
    ...TWO_FACTOR_ROUTES,
    ...SINGLE_SIGN_ON_ROUTES,
    ...ISSUE_ROUTES,
    ...TRIAGE_ROUTES,
    ...SAVED_VIEW_ROUTES,
    ...EVENT_ROUTES,
    ...FEEDBACK_ROUTES,
    ...COMMENT_ROUTES,
    ...DEAD_LETTER_ROUTES,
    ...ALERT_ROUTES,
    ...ALERT_RULE_ROUTES,
    ...QUEUE_ROUTES,
    ...WEBHOOK_ROUTES,
    ...TOKEN_ROUTES,
    ...RELEASE_ROUTES,
    ...PROJECT_INGEST_ROUTES,
    STREAM_ROUTE,
    DASHBOARD_ERROR_ROUTE,
  ]
  return [...routes, descriptionRoute(routes)]
}

/** Every route of the service, except for the files of the dashboard. */
export function everyRoute(): ListedRoute[] {
  return [...apiRoutes(), ...INGEST_ROUTES, ...SERVICE_ROUTES, ...TOOL_ROUTES, MCP_ROUTE]
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
  return describeService([...api, ...INGEST_ROUTES, ...SERVICE_ROUTES], { cookieName })
}
