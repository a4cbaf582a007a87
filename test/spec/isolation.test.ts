import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '#http/route.ts'
import { apiRoutes } from '#http/routes.ts'
import type { ApiAnswer, ApiClient } from '../support/api-client.ts'
import { type ApiServer, startApiServer, type TestUser } from '../support/api-server.ts'
import { ENGINES } from '../support/engines.ts'
import { seedIssue } from '../support/seed.ts'

type Noun = 'issues' | 'events' | 'projects' | 'dsn-keys' | 'sessions'

/** An organization with one of everything. */
interface Tenant {
  owner: TestUser
  client: ApiClient
  ids: Record<Noun, string>
}

/** Has no end that a walk could wait for; `stream.test.ts` shows that it stays within its organization. */
const STREAM = '/api/v1/stream'
const sessionRoutes = apiRoutes().filter((route) => route.credential === 'session')
const routes = sessionRoutes.filter((route) => route.path !== STREAM)
const address = (route: Pick<Route, 'method' | 'path'>) => `${route.method} ${route.path}`

/** A body that each route with one takes; a new route needs an entry. */
const BODIES: Record<string, (ids: Tenant['ids']) => object> = {
  'POST /api/v1/auth/password': () => ({ current_password: 'x', new_password: 'a good new phrase' }),
  'POST /api/v1/projects': () => ({ name: 'new' }),
  'PATCH /api/v1/projects/{id}': () => ({ name: 'renamed' }),
  'POST /api/v1/projects/{id}/dsn-keys': () => ({}),
  'PATCH /api/v1/issues/{id}': () => ({ status: 'resolved' }),
  'POST /api/v1/issues/{id}/snooze': () => ({ mode: 'hours' }),
  'PATCH /api/v1/issues/bulk': ({ issues }) => ({ ids: [issues], action: 'resolve' }),
  'DELETE /api/v1/issues/bulk': ({ issues }) => ({ ids: [issues], action: 'delete' }),
  'POST /api/v1/issues/trends': ({ issues }) => ({ issue_ids: [issues] }),
}
/** Queries that name things of the organization, or that a route needs. */
const QUERIES: Record<string, (ids: Tenant['ids']) => string> = {
  'GET /api/v1/issues': ({ projects }) => `?project_id=${projects}`,
  'GET /api/v1/search/values': () => '?key=release',
}
/** By decision: empty, rather than unknown, for any event without feedback. */
const EMPTY_FOR_UNKNOWN = ['GET /api/v1/events/{id}/feedback']
/** Ends the session that walks, so it is not walked. */
const ENDS_SESSION = ['POST /api/v1/auth/logout']

const nounOf = (route: Route): Noun => /\/([\w-]+)\/\{id\}/.exec(route.path)![1] as Noun
const bodyOf = (route: Route, ids: Tenant['ids']): object | undefined => {
  if (!route.schemas.body) return undefined
  const body = BODIES[address(route)]
  if (!body) throw new Error(`${address(route)} needs a sample body here`)
  return body(ids)
}

describe.each(ENGINES)('isolation between organizations, on $name', (engine) => {
  describe.skipIf(engine.missing)('', () => {
    let server: ApiServer
    let mine: Tenant
    let theirs: Tenant
    beforeAll(async () => {
      server = await startApiServer({ engine })
      mine = await tenant()
      theirs = await tenant()
    })
    afterAll(() => server.close())

    async function tenant(): Promise<Tenant> {
      const owner = await server.newOwner()
      const client = await server.signIn(owner)
      const made = await client.createProject(`of ${owner.orgId}`)
      const { org } = await client.get<{ org: { id: string } }>('/api/v1/auth/me')
      const eventId = randomUUID()
      const project = { orgId: owner.orgId, orgUid: org.id, projectId: made.number, projectUid: made.id }
      const release = `release-of-${owner.orgId}`
      const event = { at: Date.now(), eventId, release, environment: release, payload: { message: 'x' } }
      const issue = await seedIssue(server.database, { project, title: 'Error: x', events: [event] })
      const list = await client.get<{ sessions: { id: string }[] }>('/api/v1/auth/sessions')
      const ids = { issues: issue.uid, events: eventId, projects: made.id, 'dsn-keys': made.keys[0]!.id }
      return { owner, client, ids: { ...ids, sessions: list.sessions[0]!.id } }
    }

    const ask = (route: Route, client: ApiClient, ids: Tenant['ids']): Promise<ApiAnswer<unknown>> => {
      const path = route.path.replace('{id}', () => ids[nounOf(route)])
      const query = QUERIES[address(route)]?.(ids) ?? ''
      return client.request(route.method, path + query, bodyOf(route, ids))
    }
    const withId = routes.filter((route) => route.path.includes('{id}'))
    const reads = routes.filter((route) => route.method === 'GET')

    it.each(withId.map((route) => [address(route), route] as const))(
      '%s: another organization’s id is 404',
      async (name, route) => {
        const answer = await ask(route, mine.client, theirs.ids)
        if (EMPTY_FOR_UNKNOWN.includes(name)) {
          expect(answer).toMatchObject({ status: 200, body: { feedback: [] } })
        } else expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
      },
    )

    it('lists, searches and bulk changes see and touch nothing of the other', async () => {
      const [secrets, release] = [Object.values(theirs.ids), `release-of-${theirs.owner.orgId}`]
      for (const route of routes.filter(({ path }) => !path.includes('{id}'))) {
        if (ENDS_SESSION.includes(address(route))) continue
        const { body } = await ask(route, mine.client, theirs.ids)
        const text = JSON.stringify(body ?? '')
        const leaked = [...secrets, release].filter((secret) => text.includes(secret))
        expect(leaked, address(route)).toEqual(
          address(route) === 'POST /api/v1/issues/trends' ? [theirs.ids.issues] : [],
        )
      }
      const ids = [theirs.ids.issues]
      for (const [method, action] of [
        ['PATCH', 'resolve'],
        ['DELETE', 'delete'],
      ] as const) {
        const answer = await mine.client.request(method, '/api/v1/issues/bulk', { ids, action })
        expect(answer).toMatchObject({ status: 200, body: { updated: 0 } })
      }
      const query = { issue_ids: ids, window: '24h' }
      const { body } = await mine.client.request('POST', '/api/v1/issues/trends', query)
      const { trends } = body as { trends: { buckets: { count: number }[] }[] }
      expect(trends[0]!.buckets.every(({ count }) => count === 0)).toBe(true)
    })

    it('leaves the other as it was, and the same requests work for their owner', async () => {
      for (const route of reads) {
        const answer = await ask(route, theirs.client, theirs.ids)
        expect([address(route), answer.status]).toEqual([address(route), 200])
      }
      const releases = await theirs.client.get('/api/v1/search/values?key=release')
      expect(JSON.stringify(releases)).toContain(`release-of-${theirs.owner.orgId}`)
      const issue = await theirs.client.get(`/api/v1/issues/${theirs.ids.issues}`)
      expect(issue).toMatchObject({ status: 'unresolved', snoozed: false })
      const project = await theirs.client.get(`/api/v1/projects/${theirs.ids.projects}`)
      expect(project).toMatchObject({ name: `of ${theirs.owner.orgId}` })
      const page = await theirs.client.get<{ keys: unknown[] }>(
        `/api/v1/projects/${theirs.ids.projects}/dsn-keys`,
      )
      expect(page.keys).toMatchObject([{ id: theirs.ids['dsn-keys'], revoked_at: null }])
    })

    it('without a session every route but login, setup and the description is 401', async () => {
      for (const route of sessionRoutes) {
        const path = route.path.replace('{id}', () => theirs.ids[nounOf(route)])
        for (const headers of [{}, { 'x-compat-auth': 'Compat compat_version=7, compat_key=aa' }]) {
          const response = await fetch(server.url + path, { method: route.method, headers })
          expect([address(route), response.status]).toEqual([address(route), 401])
          expect(await response.json()).toMatchObject({ error: 'unauthenticated' })
        }
      }
      const open = apiRoutes().filter(({ credential }) => credential === 'none')
      expect(open.map(address).sort()).toEqual([
        'GET /api/v1/openapi.json',
        'GET /api/v1/setup',
        'POST /api/v1/auth/login',
        'POST /api/v1/setup',
      ])
    })
  })
})
