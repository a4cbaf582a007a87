import { LIMITS } from '#contract/limits.ts'
import { ACCESS } from '#domain/access/permissions.ts'
import { rateKind } from '#http/auth/token/admit-token.ts'
import { RATE_LIMITS } from '#http/auth/token/rate-windows.ts'
import { routeTag, TAGS } from '#http/description/route-tag.ts'
import type { ListedRoute } from '#http/routes/route.ts'

const TITLES = [...TAGS.map(({ name }) => name), 'Build tools', 'MCP'] as const
type Title = (typeof TITLES)[number]

const HEAD = `# Routes
Every address that the service answers at, with what it asks for. \`npm run docs:routes\` writes this page from
\`src/http/routes\`; a test compares it with what the server registers. Schemas and errors are at \`/docs\`.

- **Credential.** *session*: the dashboard's cookie, or an access token unless the scope says "sessions only". *token*: an access
  token only. *DSN*: the key of a project. *none*: anybody.
- **Role** is the least one, of the user or of the token's creator. **Scope** is what a token needs.
- **Body** is the most that is read: 413 past it. Bodies of DSN routes with ${size(LIMITS.maxBodyBytes)} follow \`SVC_MAX_BODY_BYTES\`; of an envelope it is
  the limit of each event, and ${size(LIMITS.maxEnvelopeBytes)} that of the whole envelope of a Sentry SDK.
- **Limits.** *read* and *write*: a token may make ${RATE_LIMITS.read} reads and ${RATE_LIMITS.write} writes a minute from one address; a signed-in user
  \`SVC_SESSION_REQUESTS_PER_MINUTE\` requests of any kind. What an organization asks of the database takes turns with others.
- HEAD is answered where GET is, except under \`/api/0/\`. DSN routes answer with and without the last slash, and answer OPTIONS. Every other path is a file of the
  dashboard, its page, or an error.
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
  const { credential, method, path, access, summary, maxBodyBytes, limit } = route
  const rule = access === null ? null : ACCESS[access]
  const scope = rule?.sessionOnly ? 'sessions only' : (rule?.scope ?? '')
  return [
    `\`${method} ${path}\``,
    summary,
    credential === 'dsn' ? 'DSN' : credential,
    rule?.role ?? '',
    scope,
    method === 'GET' ? '' : size(maxBodyBytes),
    [rateOf(route), limit].filter((part) => part !== '').join('; '),
  ]
}

/** Routes that say themselves how they count are not told it twice. */
function rateOf({ credential, method, access, path }: ListedRoute): string {
  if (access === null || ACCESS[access].sessionOnly || path.startsWith('/api/0/')) return ''
  return credential === 'session' || credential === 'token' ? rateKind({ method, access }) : ''
}

function size(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${Number((kib / 1024).toFixed(2))} MiB`
}
