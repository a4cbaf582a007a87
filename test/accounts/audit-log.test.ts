import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { authPost } from '../support/client/auth-post.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { PASSWORD, SETUP_TOKEN, startApiServer, type TestUser } from '../support/server/api-server.ts'

interface Entry {
  id: string
  at: string
  action: string
  actor: { kind: string; id: string | null; name: string }
  target: { kind: string; id: string; name: string }
  ip: string
  details: Record<string, unknown>
}

interface Page {
  entries: Entry[]
  next_cursor: string | null
}

const NEW_PASSWORD = 'quite another phrase'
const newEmail = () => `${randomUUID()}@example.com`

describeOn(ENGINES, 'the audit log', (engine) => {
  const server = ofSuite(() => startApiServer({ engine }))

  const page = (client: ApiClient, query = '') => client.get<Page>(`/api/v1/audit-log${query}`)
  const entries = async (client: ApiClient, query = '') => (await page(client, query)).entries
  const actions = async (client: ApiClient) => (await entries(client)).map(({ action }) => action).reverse()
  const newTeam = async () => {
    const owner = await server.newOwner({ organization: 'Acme', name: 'Ada' })
    return { owner, client: await server.signIn(owner) }
  }
  const postAuth = authPost(() => server.url)
  const tokenIn = (url: string) => new URL(url).hash.replace('#token=', '')

  it('an entry says who did what to whom, when and from where', async () => {
    const { owner, client } = await newTeam()
    const before = Date.now()
    const email = newEmail()
    const { body: made } = await client.request<{ id: string }>('POST', '/api/v1/members', {
      email,
      role: 'member',
    })
    await client.request('PATCH', `/api/v1/members/${made.id}`, { role: 'admin' })
    const [changed, invited, created] = await entries(client)
    expect(changed).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      at: expect.stringMatching(/Z$/),
      action: 'member.role_changed',
      actor: { kind: 'user', id: owner.userId, name: 'Ada' },
      target: { kind: 'member', id: made.id, name: email },
      ip: '127.0.0.1',
      details: { from: 'member', to: 'admin' },
    })
    expect(Date.parse(changed!.at)).toBeGreaterThanOrEqual(before)
    expect(invited).toMatchObject({ action: 'member.invited', details: { role: 'member' } })
    expect(created).toMatchObject({
      action: 'organization.created',
      target: { kind: 'organization', name: 'Acme' },
      details: { owner: owner.email },
    })
  })

  it('every administrative act leaves one', async () => {
    const { owner, client } = await newTeam()
    const post = async <T>(path: string, body?: object) =>
      (await client.request<T>('POST', `/api/v1/${path}`, body)).body
    const project = await client.createProject('shop')
    const path = `/api/v1/projects/${project.id}`
    await client.request('PATCH', path, { name: 'store', retention_days: 30 })
    await client.request('PATCH', path, { name: 'store' })
    const key = await post<{ id: string }>(`projects/${project.id}/dsn-keys`, { label: 'web' })
    await client.request('PATCH', `/api/v1/dsn-keys/${key.id}`, { hourly_cap: 9 })
    await client.request('PATCH', `/api/v1/dsn-keys/${key.id}`, { hourly_cap: 9 })
    await post(`dsn-keys/${key.id}/revoke`)
    await post(`dsn-keys/${key.id}/revoke`)
    const files = { projectId: project.number, projectUid: project.id, orgId: owner.orgId }
    await uploadFile(files)
    await client.request('DELETE', `${path}/releases/1.0/files`)
    await client.request('DELETE', `${path}/releases/1.0/files`)
    const { token } = await post<{ token: { id: string } }>('agent-tokens', {
      label: 'ci',
      scopes: ['read:agent'],
    })
    await post(`agent-tokens/${token.id}/revoke`)
    const invited = await post<{ id: string }>('members', { email: newEmail(), role: 'member' })
    const again = await post<{ invite_url: string }>(`members/${invited.id}/invite`)
    await postAuth('accept-invitation', { token: tokenIn(again.invite_url), password: PASSWORD })
    const reset = await post<{ reset_url: string }>(`members/${invited.id}/reset-link`)
    await postAuth('password-reset/confirm', { token: tokenIn(reset.reset_url), password: NEW_PASSWORD })
    await client.request('DELETE', `/api/v1/members/${invited.id}`)
    await post('members', { email: newEmail(), role: 'member', password: PASSWORD })
    await server.signIn(owner)
    await client.request('DELETE', '/api/v1/auth/sessions')
    await client.request('DELETE', '/api/v1/auth/sessions')
    await post('auth/password', { current_password: PASSWORD, new_password: NEW_PASSWORD })
    await client.request('DELETE', path)
    expect(await actions(client)).toEqual([
      'organization.created',
      'project.created',
      'project.changed',
      'dsn_key.created',
      'dsn_key.changed',
      'dsn_key.revoked',
      'release_files.deleted',
      'token.created',
      'token.revoked',
      'member.invited',
      'member.invitation_renewed',
      'member.joined',
      'member.reset_link_created',
      'password.reset',
      'member.removed',
      'member.created',
      'sessions.ended',
      'password.changed',
      'project.deleted',
    ])
    const [change] = await entries(client, '?action=project.changed')
    expect(change?.details).toEqual({
      name: { from: 'shop', to: 'store' },
      retention_days: { from: null, to: 30 },
    })
    const text = JSON.stringify(await entries(client))
    const secrets = [PASSWORD, NEW_PASSWORD, tokenIn(again.invite_url), tokenIn(reset.reset_url)]
    for (const secret of [...secrets, project.keys[0]!.secret_key!, 'svc_pat_']) {
      expect(text).not.toContain(secret)
    }
  })

  it('a rejected change leaves no entry', async () => {
    const { owner, client } = await newTeam()
    await client.request('DELETE', `/api/v1/members/${owner.userId}`)
    await client.request('PATCH', `/api/v1/members/${owner.userId}`, { role: 'admin' })
    await client.request('PATCH', `/api/v1/members/${owner.userId}`, { role: 'owner' })
    await client.request('POST', '/api/v1/members', { email: owner.email, role: 'member' })
    await client.request('DELETE', `/api/v1/projects/${randomUUID()}`)
    await client.request('POST', '/api/v1/auth/password', {
      current_password: 'x',
      new_password: NEW_PASSWORD,
    })
    expect(await actions(client)).toEqual(['organization.created'])
  })

  it('names are copied: an entry outlives its actor and its target', async () => {
    const { owner, client } = await newTeam()
    const admin = await server.newMember(owner.orgId, 'admin')
    await (await server.signIn(admin)).createProject('shop')
    await client.request('DELETE', `/api/v1/members/${admin.userId}`)
    const [removed, made] = await entries(client)
    expect(removed).toMatchObject({ action: 'member.removed', target: { name: admin.email } })
    expect(made).toMatchObject({
      action: 'project.created',
      actor: { id: admin.userId, name: admin.email },
    })
  })

  it("a token's changes are logged under its label", async () => {
    const { client } = await newTeam()
    const { body } = await client.request<{ token: { id: string; token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      { label: 'provisioning', scopes: ['write:admin'] },
    )
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${body.token.token}` }
    const answer = await sendRaw(server.url, {
      path: '/api/v1/projects',
      headers,
      body: JSON.stringify({ name: 'made' }),
    })
    expect(answer.status).toBe(201)
    const [made] = await entries(client)
    expect(made).toMatchObject({
      action: 'project.created',
      actor: { kind: 'token', id: body.token.id, name: 'provisioning' },
    })
  })

  it('a throttled login is logged once, and not for an unknown user', async () => {
    const { owner, client } = await newTeam()
    for (let attempt = 1; attempt <= 13; attempt++) {
      await postAuth('login', { email: owner.email, password: 'wrong' })
      await postAuth('login', { email: 'nobody@example.com', password: 'wrong' })
    }
    await server.background.settled()
    expect(server.backgroundErrors).toEqual([])
    const [noted, ...others] = await entries(client, '?action=login.throttled')
    expect(others).toEqual([])
    expect(noted).toMatchObject({ actor: { kind: 'system', id: null }, target: { id: owner.userId } })
    await server.database.queries.deleteFrom('login_failure').execute()
  })

  it('newest first, cursor paging, filters', async () => {
    const { owner, client } = await newTeam()
    for (let project = 1; project <= 7; project++) await client.createProject(`shop ${project}`)
    const all = await entries(client)
    expect(all.map(({ target }) => target.name).slice(0, 2)).toEqual(['shop 7', 'shop 6'])
    const seen: Entry[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: Page = await page(client, `?limit=3${cursor && `&cursor=${cursor}`}`)
      expect(next.entries.length).toBeLessThanOrEqual(3)
      seen.push(...next.entries)
      cursor = next.next_cursor
    }
    expect(seen).toEqual(all)
    expect(await entries(client, `?actor_id=${owner.userId}`)).toHaveLength(7)
    expect(await entries(client, `?target_id=${all[0]!.target.id}`)).toEqual([all[0]])
    expect(await entries(client, '?action=organization.created')).toHaveLength(1)
    for (const query of ['?cursor=bogus', '?action=bogus']) {
      const answer = await client.request('GET', `/api/v1/audit-log${query}`)
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
  })

  it('every read except … audit log: a Member is refused, an Admin reads it', async () => {
    const { owner } = await newTeam()
    const read = async (user: TestUser) =>
      (await (await server.signIn(user)).request('GET', '/api/v1/audit-log')).status
    expect(await read(await server.newMember(owner.orgId, 'member'))).toBe(403)
    expect(await read(await server.newMember(owner.orgId, 'admin'))).toBe(200)
  })

  async function uploadFile(project: { projectId: number; projectUid: string; orgId: number }) {
    const key = { ...project, orgUid: '' }
    await server.releaseFiles.store({ key, isPublic: false }, '1.0', {
      name: '~/app.js.map',
      dist: '',
      bytes: Buffer.from('{}'),
    })
  }
})

it('the setup is the first entry, by the Owner it made', async () => {
  const server = await startApiServer()
  try {
    const email = newEmail()
    const body = JSON.stringify({ organization: 'Acme', email, password: PASSWORD, token: SETUP_TOKEN })
    const headers = { 'content-type': 'application/json' }
    const answer = await sendRaw(server.url, { path: '/api/v1/setup', headers, body })
    expect(answer.status).toBe(201)
    const { entries } = await (await server.signIn({ email })).get<Page>('/api/v1/audit-log')
    expect(entries).toMatchObject([{ action: 'organization.created', actor: { kind: 'user', name: email } }])
  } finally {
    await server.close()
  }
})
