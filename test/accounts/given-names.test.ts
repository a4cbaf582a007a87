import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

/** A direction override, a zero-width space, a header and a letter in a tag. */
const GIVEN = ' Pay\u202e\u200bments\r\nBcc: eve@example.com\u{e0041}\u2028now '
const SHOWN = 'Payments Bcc: eve@example.com now'
const UNSEEN = '\u200b\u3164\u{e0041}'

describe('names that people choose', () => {
  let client: ApiClient
  let projectId: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    client = await server.signIn(await server.newOwner())
    projectId = (await client.createProject('shop')).id
  })

  const email = () => `${randomUUID()}@example.com`
  const rule = { kind: 'custom', query: 'level:error', window_minutes: 5, cooldown_minutes: 60 }
  const threshold = { type: 'count', value: 10 }
  const kinds: [string, () => string, (name: string) => object][] = [
    ['a member', () => '/api/v1/members', (name) => ({ email: email(), role: 'member', name })],
    ['a project', () => '/api/v1/projects', (name) => ({ name })],
    ['a key', () => `/api/v1/projects/${projectId}/dsn-keys`, (label) => ({ label })],
    ['a token', () => '/api/v1/agent-tokens', (label) => ({ label, scopes: ['read:agent'] })],
    [
      'an alert rule',
      () => '/api/v1/alert-rules',
      (name) => ({ ...rule, threshold, project_id: projectId, name }),
    ],
  ]

  it.each(kinds)('are one line of what can be seen: of %s', async (_, path, body) => {
    const answer = await client.request('POST', path(), body(GIVEN))
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([201, expect.stringContaining(`"${SHOWN}"`)])
    expect(JSON.stringify(answer.body)).not.toMatch(/Pay\P{ASCII}/u)
  })

  it.each(kinds.slice(1))('must have something that can be seen: of %s', async (_, path, body) => {
    expect((await client.request('POST', path(), body(UNSEEN))).status).toBe(400)
  })

  it('an owner renames the organization, by the same rules', async () => {
    const rename = (name: string) => client.request('PATCH', '/api/v1/organization', { name })
    expect(await rename(GIVEN)).toMatchObject({
      status: 200,
      body: { name: SHOWN, requires_two_factor: false },
    })
    expect(await client.get('/api/v1/auth/me')).toMatchObject({ org: { name: SHOWN } })
    expect((await rename(UNSEEN)).status).toBe(400)
  })

  it('an email address has nothing in it that is not seen', async () => {
    for (const hidden of ['\u200b', '\u202e', '\u00ad', '\u0007', '\u{e0041}']) {
      const body = { email: `ad${hidden}a@example.com`, role: 'member' }
      expect((await client.request('POST', '/api/v1/members', body)).status).toBe(400)
    }
  })
})
