import { INGEST_LIMITS } from '#contract/limits.ts'
import { ACCESS } from '#domain/access/permissions.ts'
import { rateKind } from '#http/auth/token/admit-token.ts'
import { RATE_LIMITS } from '#http/auth/token/rate-windows.ts'
import { routeTag, TAGS } from '#http/description/route-tag.ts'
import type { ListedRoute } from '#http/routes/route.ts'

const TITLES = [...TAGS.map(({ name }) => name), 'Build tools', 'MCP'] as const
type Title = (typeof TITLES)[number]

const HEAD = `# Routes
Every route of the service, with its credential, role, scope, largest body and limits. \`npm run docs:routes\` writes this page
from \`src/http/routes\`; a test compares it with the registered routes. Schemas and errors are at \`/docs\`.

- **Credential.** *session*: the dashboard's cookie. *token*: an access token. *DSN*: a key of the project. *none*: no credential.
- **Role** is the lowest role that can call the route: the user's, or that of the token's creator. **Scope** is what a token needs.
- **Body** is the largest body; a larger one is answered 413. Where a DSN route says ${size(INGEST_LIMITS.maxBodyBytes)}, \`SVC_MAX_BODY_BYTES\` sets it. In an
  envelope from a Sentry SDK it limits the event; the whole envelope can have ${size(INGEST_LIMITS.maxEnvelopeBytes)}.
- **Limits.** *read* and *write*: a token can make ${RATE_LIMITS.read} reads and ${RATE_LIMITS.write} writes a minute from one address. A signed-in user can
  make \`SVC_SESSION_REQUESTS_PER_MINUTE\` requests of any kind. Organizations take turns at the database.
- Every GET route answers HEAD as well, except under \`/api/0/\`. DSN routes work with and without the last slash, and answer
  OPTIONS. Any other path is a file of the dashboard, its page, or an error.
`

/** The text of docs/routes.md. */
export function routePage(routes: readonly ListedRoute[]): string {
  const groups = Map.groupBy(routes, titleOf)
  return [HEAD, ...TITLES.map((title) => section(title, groups.get(title) ?? []))].join('\n')
}

function titleOf(route: ListedRoute): Title {
  if (route.path === '/mcp') return 'MCP'
  return route.path.startsWith('/api/0/') ? 'Build tools' : routeTag(route)
}

function section(title: Title, routes: readonly ListedRoute[]): string {
  const columns = ['Route', 'What', 'Credential', 'Role', 'Scope', 'Body', 'Limits']
  const lines = [columns, columns.map(() => '---'), ...routes.map(cells)]
  return `## ${title}\n${lines.map((line) => `| ${line.join(' | ')} |\n`).join('')}`
}

function cells(route: ListedRoute): string[] {
  const { method, path, access, summary, maxBodyBytes, limit } = route
  const rule = access === null ? null : ACCESS[access]
  return [
    `\`${method} ${path}\``,
    summary,
    credentialOf(route),
    rule?.role ?? '',
    rule?.scope ?? '',
    method === 'GET' ? '' : size(maxBodyBytes),
    [rateOf(route), limit].filter((part) => part !== '').join('; '),
  ]
}

function credentialOf({ credential, access }: ListedRoute): string {
  if (credential === 'dsn') return 'DSN'
  if (credential !== 'session_or_token') return credential
  return access !== null && ACCESS[access].sessionOnly ? 'session' : 'session, token'
}

/** Routes that say themselves how they count are not told it twice. */
function rateOf({ method, access, path }: ListedRoute): string {
  if (access === null || ACCESS[access].sessionOnly || path.startsWith('/api/0/')) return ''
  return rateKind({ method, access })
}

function size(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${Number((kib / 1024).toFixed(2))} MiB`
}
