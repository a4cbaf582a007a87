import { beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, type Project, type ProjectKey } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER } from '../support/server/service.ts'

/*
 * Which credential opens what. Creating and revoking tokens: token-routes; signatures: webhooks. Every route × every
 * credential: access-matrix; every spelling of a DSN: ingest-credentials.
 */

type Headers = Record<string, string>

describe('Credentials', () => {
  let cookie: string
  let issue: string
  let project: Project
  let key: ProjectKey
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    project = journey.project
    key = project.keys[0]!
    const login = await new ApiClient(journey.service.url).request('POST', '/api/v1/auth/login', OWNER)
    cookie = cookieOf(login.headers)
    await journey.send({ kind: 'Known' })
    issue = (await journey.issue('Known')).id
  })

  const answered = async (answer: ReturnType<Journey['raw']>) => {
    const { status, json } = await answer
    return [status, json?.error]
  }
  const get = (path: string, headers: Headers) => answered(journey.raw({ method: 'GET', path, headers }))
  /** A small event by each of the two routes. */
  const ingest = (headers: Headers, { id = project.id, query = '' } = {}) => {
    const send = (route: string, body: string) =>
      answered(journey.raw({ path: `/api/${id}/${route}/${query}`, headers, body }))
    return Promise.all([
      send('envelope', '{}\n{"type":"event"}\n{"message":"hello"}'),
      send('store', '{"message":"hello"}'),
    ])
  }
  const both = (status: number, code?: string) => [
    [status, code],
    [status, code],
  ]

  const sessionRoutes = () => [
    ['GET', '/api/v1/issues'],
    ['POST', '/api/v1/issues/trends'],
    ['GET', `/api/v1/issues/${issue}`],
    ['PATCH', `/api/v1/issues/${issue}`],
    ['POST', `/api/v1/issues/${issue}/snooze`],
    ['PATCH', '/api/v1/issues/bulk'],
    ['POST', '/api/v1/issues/merge'],
    ['POST', '/api/v1/issues/split'],
    ['GET', `/api/v1/issues/${issue}/merged`],
    ['GET', `/api/v1/issues/${issue}/events`],
    ['GET', `/api/v1/issues/${issue}/releases`],
    ['GET', `/api/v1/issues/${issue}/timeline`],
    ['GET', `/api/v1/events/${issue}/feedback`],
    ['GET', '/api/v1/agent-tokens'],
    ['POST', '/api/v1/agent-tokens'],
    ['POST', `/api/v1/agent-tokens/${issue}/revoke`],
    ['GET', '/api/v1/projects'],
    ['POST', '/api/v1/projects'],
    ['GET', '/api/v1/members'],
    ['POST', '/api/v1/auth/logout'],
    ['GET', '/api/v1/auth/me'],
  ]

  it('A session-only route called without a valid session returns 401 with error code unauthenticated', async () => {
    for (const headers of [{}, { cookie: 'Svc.sid=made-up' }, { cookie: 'svc.sid=x; sid=y' }] as Headers[]) {
      for (const [method, path] of sessionRoutes()) {
        const answer = await journey.raw({ method: method!, path: path!, headers, body: 'no json' })
        expect([answer.status, answer.json?.error], `${method} ${path}`).toEqual([401, 'unauthenticated'])
      }
    }
  })

  it('DSN headers sent to session routes return 401 unauthenticated', async () => {
    const dsn = dsnHeaders(project)
    for (const headers of [
      dsn,
      { ...dsn, cookie },
      { 'X-Sentry-Auth': `Sentry sentry_key=${key.public_key}` },
    ]) {
      for (const [method, path] of sessionRoutes()) {
        const answer = await journey.raw({ method: method!, path: path!, headers: headers as Headers })
        expect([answer.status, answer.json?.error], `${method} ${path}`).toEqual([401, 'unauthenticated'])
      }
    }
    const query = `?compat_key=${key.public_key}&compat_secret=${key.secret_key}`
    expect(await get(`/api/v1/issues${query}`, {})).toEqual([401, 'unauthenticated'])
    expect(await get('/api/v1/issues', { cookie })).toEqual([200, undefined])
  })

  it('a session cookie sent to ingest routes is ignored', async () => {
    expect(await ingest({ cookie })).toEqual(both(401, 'invalid_dsn'))
    expect(await ingest({ cookie, ...dsnHeaders(project) })).toEqual(both(202))
    expect(await ingest({ cookie: 'Svc.sid=made-up', ...dsnHeaders(project) })).toEqual(both(202))
  })

  it('PATs never work on envelope or store routes, in whatever place', async () => {
    const { secret, client } = await journey.token(['read:agent', 'write:triage', 'write:admin'])
    expect(await ingest({ authorization: `Bearer ${secret}` })).toEqual(both(401, 'invalid_dsn'))
    expect(await ingest({ 'X-Compat-Auth': `Compat compat_key=${secret}` })).toEqual(both(401, 'invalid_dsn'))
    expect(await ingest({}, { query: `?compat_key=${secret}` })).toEqual(both(401, 'invalid_dsn'))
    expect((await client.request('GET', '/api/v1/agent/whoami')).status).toBe(200)
  })

  it('DSN keys never work as Bearer tokens on /api/v1/*', async () => {
    for (const secret of [key.public_key, key.secret_key, `${key.public_key}:${key.secret_key}`, key.dsn]) {
      for (const path of ['/api/v1/issues', '/api/v1/agent/whoami']) {
        const authorization = `Bearer ${secret}`
        expect(await get(path, { authorization })).toEqual([401, 'unauthenticated'])
        expect(await get(path, { authorization, cookie })).toEqual([401, 'unauthenticated'])
      }
    }
  })

  it('The project id in an ingest path is the project UUID from the DSN', async () => {
    const { username, password, pathname } = new URL(key.dsn)
    expect([username, password, pathname]).toEqual([key.public_key, key.secret_key, `/${project.id}`])
    const query = `?compat_key=${username}&compat_secret=${password}`
    expect(await ingest({}, { id: pathname.slice(1), query })).toEqual(both(202))
    expect(await ingest({}, { query: `?compat_key=${username}` })).toEqual(both(202))
  })

  const upload = (headers: Headers, id: string) => {
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const body = form([{ name: 'file', fileName: 'a.js', content: 'x' }])
    const path = `/api/${id}/releases/1.0/files/`
    return answered(journey.raw({ path, headers: { ...type, ...headers }, body }))
  }
  const feedback = (headers: Headers, id: string) =>
    answered(journey.raw({ path: `/api/${id}/user-feedback/`, headers, body: '{}' }))
  const everywhere = async (headers: Headers, id = project.id) => [
    ...(await ingest(headers, { id })),
    await upload(headers, id),
    await feedback(headers, id),
  ]

  it('Invalid DSN key: 401 invalid_dsn', async () => {
    const auth = (credentials: string) =>
      everywhere({ 'X-Compat-Auth': `Compat compat_version=7${credentials}` })
    const refused = Array(4).fill([401, 'invalid_dsn'])
    expect(await everywhere({})).toEqual(refused)
    expect(await auth('')).toEqual(refused)
    expect(await auth(`, compat_key=${'0'.repeat(32)}`)).toEqual(refused)
    expect(await auth(`, compat_key=${key.public_key}, compat_secret=${'0'.repeat(32)}`)).toEqual(refused)
    expect(await auth(`, compat_secret=${key.secret_key}`)).toEqual(refused)
  })

  it('Revoked DSN: 403 dsn_revoked', async () => {
    const path = `/api/v1/projects/${project.id}/dsn-keys`
    const spare = (await journey.client.request<ProjectKey>('POST', path)).body
    const headers = dsnHeaders({ keys: [spare] })
    expect(await ingest(headers)).toEqual(both(202))
    expect(await journey.refusal('POST', `/api/v1/dsn-keys/${spare.id}/revoke`)).toEqual([200, undefined])
    expect(await everywhere(headers)).toEqual(Array(4).fill([403, 'dsn_revoked']))
    expect(await ingest(dsnHeaders(project))).toEqual(both(202))
  })

  it('DSN not matching the path project: 403 project_mismatch', async () => {
    const other = await journey.client.createProject('other')
    for (const id of [other.id, String(other.number), issue, 'nonsense']) {
      expect(await everywhere(dsnHeaders(project), id)).toEqual(Array(4).fill([403, 'project_mismatch']))
    }
  })

  describe('PAT scopes', () => {
    const SCOPES = ['read:agent', 'write:triage', 'write:admin'] as const
    const tokens: Record<string, ApiClient> = {}
    beforeAll(async () => {
      for (const scope of SCOPES) tokens[scope] = (await journey.token([scope])).client
    })

    /** What each of the three may: a status, or the refusal. */
    async function expectOnly(scope: string, [method, path, body]: [string, string, unknown?], status = 200) {
      for (const other of SCOPES) {
        const answer = await journey.refusal(method, path, { by: tokens[other]!, body })
        const expected = other === scope ? [status, undefined] : [403, 'forbidden']
        expect(answer, `${method} ${path} with ${other}`).toEqual(expected)
      }
    }

    it('read:agent is required for all GET /api/v1/*, and for trends', async () => {
      const gets = sessionRoutes().filter(([method, path]) => method === 'GET' && !/auth|tokens/.test(path!))
      for (const [method, path] of gets) await expectOnly('read:agent', [method!, path!])
      await expectOnly('read:agent', ['GET', '/api/v1/agent/whoami'])
      await expectOnly('read:agent', ['GET', '/api/v1/alerts'])
      await expectOnly('read:agent', ['POST', '/api/v1/issues/trends', { issue_ids: [issue] }])
    })

    it('write:triage for issue and alert mutations (resolve, snooze, merge, bulk and similar)', async () => {
      const mutations: [string, string, unknown][] = [
        ['PATCH', `/api/v1/issues/${issue}`, { status: 'ignored' }],
        ['PATCH', `/api/v1/agent/issues/${issue}`, { status: 'resolved' }],
        ['POST', `/api/v1/issues/${issue}/snooze`, { mode: '4h' }],
        ['POST', `/api/v1/agent/issues/${issue}/snooze`, { mode: '4h' }],
        ['PATCH', '/api/v1/issues/bulk', { ids: [issue], action: 'reopen' }],
        ['POST', '/api/v1/issues/merge', { canonical_id: issue, merge_ids: [issue] }],
        ['POST', '/api/v1/issues/split', { canonical_id: issue, split_ids: [issue] }],
        ['POST', '/api/v1/alerts/read-all', {}],
      ]
      for (const mutation of mutations) await expectOnly('write:triage', mutation)
    })

    it('write:admin for projects, DSN, members', async () => {
      const keys = `/api/v1/projects/${project.id}/dsn-keys`
      await expectOnly('write:admin', ['POST', '/api/v1/projects', { name: 'by token' }], 201)
      await expectOnly('write:admin', ['PATCH', `/api/v1/projects/${project.id}`, { name: 'shop' }])
      await expectOnly('write:admin', ['POST', keys, { label: 'by token' }], 201)
      const member = { email: 'by-token@example.com', role: 'member' }
      await expectOnly('write:admin', ['POST', '/api/v1/members', member], 201)
    })
  })

  it('PAT use is also subject to workspace role checks', async () => {
    const admin = await journey.member('admin')
    const { client: by } = await journey.token(['read:agent', 'write:triage', 'write:admin'], admin.client)
    const create = () => journey.refusal('POST', '/api/v1/projects', { by, body: { name: 'x' } })
    expect(await create()).toEqual([201, undefined])
    await journey.client.request('PATCH', `/api/v1/members/${admin.id}`, { role: 'member' })
    expect(await create()).toEqual([403, 'forbidden'])
    expect(await journey.refusal('GET', '/api/v1/issues', { by })).toEqual([200, undefined])
    await journey.client.request('DELETE', `/api/v1/members/${admin.id}`)
    expect(await create()).toEqual([401, 'unauthenticated'])
  })

  it('Missing or revoked token: 401', async () => {
    const { id, client: by } = await journey.token(['read:agent'])
    const paths = ['/api/v1/agent/whoami', '/api/v1/agent/alerts', `/api/v1/agent/issues/${issue}`]
    for (const path of paths) {
      expect(await get(path, {})).toEqual([401, 'unauthenticated'])
      expect(await get(path, { cookie })).toEqual([401, 'unauthenticated'])
      expect(await get(path, { authorization: 'Bearer ' })).toEqual([401, 'unauthenticated'])
      expect(await get(path, { authorization: 'Bearer svc_pat_unknown' })).toEqual([401, 'unauthenticated'])
      expect(await journey.refusal('GET', path, { by })).toEqual([200, undefined])
    }
    await journey.client.request('POST', `/api/v1/agent-tokens/${id}/revoke`)
    for (const path of [...paths, '/api/v1/issues']) {
      expect(await journey.refusal('GET', path, { by })).toEqual([401, 'unauthenticated'])
    }
  })
})
