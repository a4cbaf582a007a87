import { ERRORS } from '#contract/errors.ts'
import { RATE_LIMITS } from '../auth/token/rate-windows.ts'
import type { DescribedRoute } from '../routes/route.ts'
import { ANSWER_HEADERS } from './answer-headers.ts'
import { describeOperation } from './describe-operation.ts'
import type { JsonSchemas, OpenApi } from './open-api.ts'
import { TAGS } from './route-tag.ts'

const GENERAL = `Times are ISO 8601 in UTC. IDs are UUIDs. Bodies are JSON in UTF-8. Unknown fields are ignored, but one that looks like a misspelling of a known one is refused.

**Credentials.** A dashboard session (cookie), or an access token: \`Authorization: Bearer svc_pat_…\`. Each route says which role and which token scope it needs. If a request has \`Authorization\`, its cookie is ignored. A DSN key is for sending events only.

**Errors.** Every error of every route is \`{"error", "message", "request_id"}\`, with \`details\` on \`invalid_request\`. Each route lists its error codes. Checks run in the order 401, 429, 403, 400, 404. Objects of another organization are 404. An unknown path is 404 \`not_found\`; a known path with another method is 405 \`method_not_allowed\` with \`Allow\`. Invalid HTTP is 400 and headers over 16 KB are 431, each \`invalid_request\`; a request that stops arriving for 5 s, or takes longer than 30 s, is 408 \`request_timeout\`. Stock SDKs get 429 for \`ingest_cap_exceeded\` and \`feedback_cap_exceeded\`; the PHP SDK gets it without a body. HEAD works wherever GET does.

**Limits.** A token may make ${RATE_LIMITS.read} reads and ${RATE_LIMITS.write} writes a minute from one address; \`RateLimit-*\` says how many are left; on 429, \`Retry-After\` says how long to wait. \`limit\` and \`offset\` outside their bounds are clamped. To get the next page of a list, pass its \`next_cursor\` as \`cursor\`.`

/** The whole service as an OpenAPI 3.1 document; `cookieName` is the session's. */
export function describeService(
  routes: readonly DescribedRoute[],
  { cookieName }: { cookieName: string },
): OpenApi {
  const schemas: JsonSchemas = {}
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = describeOperation(route, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Errata',
      version: '1',
      description: GENERAL,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [...TAGS],
    paths,
    components: { schemas, headers: ANSWER_HEADERS, securitySchemes: securitySchemes(cookieName) },
  }
}

function securitySchemes(cookieName: string): OpenApi['components']['securitySchemes'] {
  return {
    session: { type: 'apiKey', in: 'cookie', name: cookieName },
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_pat_ and 40 characters' },
    dsnHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Compat-Auth',
      description:
        'Compat compat_version=7, compat_key=<32 hex>, compat_secret=<optional>. Stock SDKs send X-Sentry-Auth.',
    },
    dsnQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'compat_key',
      description: `The public key, 32 hex. Stock SDKs send sentry_key. ${ERRORS.invalid_dsn.message}`,
    },
  }
}
