import { beforeAll, describe, expect, it } from 'vitest'
import { apiRoutes } from '#http/routes/routes.ts'
import { type RawAnswer, sendRaw } from '../support/client/raw-request.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { addressOf, sampleRequest } from '../support/fuzz/route-samples.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

/** Everything that changes something and listens to a cookie, or gives one out. */
const changes = apiRoutes()
  .filter(({ method, credential }) => method !== 'GET' && credential !== 'token')
  .map((route) => [addressOf(route), route] as const)

const SITES = ['same-origin', 'none', 'same-site', 'cross-site', 'same-origin, cross-site', ''] as const
const ORIGINS = ['own', 'elsewhere', 'own name on another port', 'null', 'no url', 'absent'] as const

describe('cookie requests that change anything', () => {
  let tenant: SampleTenant
  let cookie: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    tenant = await sampleTenant(server)
    cookie = await server.cookie(tenant.owner)
  })

  function originOf(which: (typeof ORIGINS)[number]): Record<string, string> {
    if (which === 'absent') return {}
    if (which === 'null') return { origin: 'null' }
    if (which === 'no url') return { origin: 'localhost' }
    const own = new URL(server.url)
    if (which === 'own') return { origin: own.origin }
    return { origin: which === 'elsewhere' ? 'https://elsewhere.example' : `http://${own.hostname}:1` }
  }

  const post = (headers: Record<string, string>): Promise<RawAnswer> =>
    sendRaw(server.url, {
      path: '/api/v1/projects',
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: '{"name":"shop"}',
    })

  it.each(SITES)(
    '`Sec-Fetch-Site` must be same-origin or none: "%s", whatever `Origin` says',
    async (site) => {
      const expected = site === 'same-origin' || site === 'none' ? 201 : 403
      for (const origin of ORIGINS) {
        const { status } = await post({ 'sec-fetch-site': site, ...originOf(origin) })
        expect([origin, status]).toEqual([origin, expected])
      }
    },
  )

  it.each(ORIGINS)('where it is absent, `Origin` must be ours: %s', async (origin) => {
    const { status, json } = await post(originOf(origin))
    expect(status).toBe(origin === 'own' || origin === 'absent' ? 201 : 403)
    if (status === 403) expect(json?.error).toBe('forbidden')
  })

  it.each(changes)('403 `forbidden` otherwise, and nothing is changed: %s', async (name, route) => {
    const { method, path, body } = sampleRequest(route, tenant.ids)
    const before = await dumpOrg(server.database, tenant.owner.orgId)
    const hostile: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ]
    for (const headers of hostile) {
      const answer = await sendRaw(server.url, {
        method,
        path,
        headers: { cookie, ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect([name, answer.status, answer.json?.error]).toEqual([name, 403, 'forbidden'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await dumpOrg(server.database, tenant.owner.orgId)).toEqual(before)
  })

  it('Bodies must be JSON: form posts from another site are rejected', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const { status, json } = await post({ 'content-type': type })
      expect([type, status, json?.error]).toEqual([type, 415, 'unsupported_media_type'])
    }
  })

  it('no answer lets another origin read it', async () => {
    const answers = [
      await post({ origin: 'https://elsewhere.example' }),
      await sendRaw(server.url, {
        method: 'OPTIONS',
        path: '/api/v1/projects',
        headers: {
          cookie,
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
        },
      }),
    ]
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})
