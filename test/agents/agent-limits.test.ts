import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiAnswer, ApiClient } from '../support/client/api-client.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf, PASSWORD, startApiServer, type TestUser } from '../support/server/api-server.ts'

const READ = '/api/v1/issues'
/** Of an issue that does not exist: a write that answers 404. */
const WRITE = `/api/v1/issues/${randomUUID()}`

describe('rate windows and precedence of access tokens', () => {
  let owner: TestUser
  let session: ApiClient
  const server = ofSuite(() => startApiServer({ trustProxy: true }))
  beforeAll(async () => {
    owner = await server.newOwner()
    session = await server.signIn(owner)
  })

  async function newToken(scopes = ['read:agent', 'write:triage', 'write:admin']): Promise<string> {
    const made = await session.request<{ token: { token: string } }>('POST', '/api/v1/agent-tokens', {
      label: 'agent',
      scopes,
    })
    return made.body.token.token
  }
  const from = (secret: string, headers: Record<string, string> = {}) =>
    new ApiClient(server.url).withCredential({ authorization: `Bearer ${secret}`, ...headers })
  const rates = ({ headers }: ApiAnswer<unknown>) =>
    ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`))
  const read = (client: ApiClient) => client.request('GET', READ)
  const write = (client: ApiClient) => client.request('PATCH', WRITE, { status: 'resolved' })
  const repeat = async (times: number, ask: () => Promise<ApiAnswer<unknown>>) => {
    const answers = []
    for (let count = 0; count < times; count++) answers.push(await ask())
    return answers
  }

  describe('120 reads and 20 writes a minute, counted apart, sliding', () => {
    let client: ApiClient
    beforeEach(async () => {
      client = from(await newToken())
    })

    it('the 21st write within a minute is 429 with Retry-After; reads still work', async () => {
      for (const answer of await repeat(20, () => write(client))) expect(answer.status).toBe(404)
      const refused = await write(client)
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
      const [limit, remaining, reset, policy] = rates(refused)
      expect([limit, remaining, policy]).toEqual(['20', '0', '20;w=60'])
      expect(refused.headers.get('retry-after')).toBe(reset)
      expect(Number(reset)).toBeGreaterThan(0)
      expect(Number(reset)).toBeLessThanOrEqual(60)
      expect((await read(client)).status).toBe(200)
      server.clockAhead += Number(reset) * 1000
      expect((await write(client)).status).toBe(404)
    })

    it('the 121st read is 429; POST trends counts as a read', async () => {
      const trends = () => client.request('POST', '/api/v1/issues/trends', { issue_ids: [] })
      await repeat(60, () => read(client))
      const last = await repeat(60, trends)
      expect(rates(last[59]!).slice(0, 2)).toEqual(['120', '0'])
      expect([(await read(client)).status, (await trends()).status]).toEqual([429, 429])
      expect((await write(client)).status).toBe(404)
    })

    it('counted per address and per token', async () => {
      const [secret, other] = [await newToken(), await newToken()]
      const at = (ip: string, token = secret) => from(token, { 'x-forwarded-for': ip })
      await repeat(20, () => write(at('192.0.2.1')))
      expect((await write(at('192.0.2.1'))).status).toBe(429)
      expect((await write(at('192.0.2.2'))).status).toBe(404)
      expect((await write(at('192.0.2.1', other))).status).toBe(404)
    })

    it('`RateLimit-*` on every answer to a token, whatever it is', async () => {
      const weak = from(await newToken(['write:triage']))
      const answers = [
        await read(client),
        await client.request('GET', `${READ}?window=2d`),
        await client.request('GET', WRITE),
        await read(weak),
        await client.request('GET', '/api/v1/agent-tokens'),
        await client.request('GET', '/api/v1/auth/me'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 403, 401, 401])
      for (const answer of answers) expect(rates(answer)[0]).toBe('120')
      expect(rates(await read(session))).toEqual([null, null, null, null])
    })

    it('order of checks 401 → 429 → 403 → 400 → 404', async () => {
      const secret = await newToken(['write:triage'])
      const weak = from(secret)
      const bad = (of: ApiClient) => of.request('POST', '/api/v1/projects', { name: 7 })
      expect((await bad(weak)).status).toBe(403)
      await repeat(19, () => bad(weak))
      expect((await bad(weak)).status).toBe(429)
      expect((await weak.request('POST', '/api/v1/auth/logout')).status).toBe(401)
      expect((await bad(from(`${secret.slice(0, -1)}_`))).status).toBe(401)
      expect((await bad(client)).status).toBe(400)
    })

    it('guesses are 401 however many, and take no window of anybody', async () => {
      const guess = () => from(`svc_pat_${randomUUID().replaceAll('-', '')}12345678`).request('GET', READ)
      for (const { status, headers } of await repeat(150, guess)) {
        expect([status, headers.get('ratelimit-limit')]).toEqual([401, null])
      }
      expect(rates(await read(client))[1]).toBe('119')
    })
  })

  describe('A request with `Authorization` is judged by it alone, never by its cookie', () => {
    const signIn = async () => {
      const credentials = { email: owner.email, password: PASSWORD }
      const answer = await new ApiClient(server.url).request('POST', '/api/v1/auth/login', credentials)
      return cookieOf(answer.headers)
    }

    it.each([['Bearer svc_pat_unknown'], ['Bearer'], ['Basic dXNlcjpwYXNz'], ['Token x'], ['']])(
      '`%s` with a good cookie is 401',
      async (authorization) => {
        const client = new ApiClient(server.url).withCredential({ cookie: await signIn(), authorization })
        expect(await read(client)).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
      },
    )

    it('a token with a good cookie has the scopes of the token', async () => {
      const client = from(await newToken(['write:triage']), { cookie: await signIn() })
      const answer = await read(client)
      expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } })
      expect(answer.headers.get('www-authenticate')).toContain('scope="read:agent"')
    })

    it('a token works from any origin: no cookie is used', async () => {
      const client = from(await newToken(), {
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      })
      expect((await write(client)).status).toBe(404)
    })

    it('`/agent/*` with only a cookie is 401', async () => {
      for (const path of ['whoami', `issues/${randomUUID()}`, 'alerts']) {
        const answer = await session.request('GET', `/api/v1/agent/${path}`)
        expect([path, answer.status]).toEqual([path, 401])
      }
    })

    it('DSN keys never work as Bearer tokens', async () => {
      const { keys } = await session.createProject()
      for (const key of [keys[0]!.public_key, keys[0]!.secret_key!, keys[0]!.dsn]) {
        expect((await read(from(key))).status).toBe(401)
      }
    })
  })
})
