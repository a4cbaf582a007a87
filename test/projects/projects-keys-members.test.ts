import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ApiClient, type Project, type ProjectKey } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type FieldTable, wrongFields } from '../support/rules/interface-fields.ts'

/*
 * Projects, keys and members, over HTTP alone. Other organizations: other-organizations; the first user: setup; what
 * DSNs show: projects; links and mails: invitations, password-reset; the last Owner: members; the log: audit-log;
 * watching: stream; assignment and comments: assignment, comments; the overflow: overflow; dead letters: dead-
 * letters.
 */

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const PASSWORD = 'correct horse battery staple'

const PROJECT: FieldTable = {
  id: 'UUID',
  org_id: 'UUID',
  name: 'string',
  slug: 'string',
  number: 'integer',
  platform: 'string',
  retention_days: 'integer or null',
  ingest_hourly_cap: 'integer or null',
  created_at: 'timestamp',
}
const KEY: FieldTable = {
  id: 'UUID',
  project_id: 'UUID',
  label: 'string',
  public_key: 'string',
  dsn: 'string',
  sdk_dsn: 'string',
  created_at: 'timestamp',
  last_used_at: 'timestamp or null',
  revoked_at: 'timestamp or null',
}
const MEMBER: FieldTable = {
  id: 'UUID',
  email: 'string',
  name: 'string',
  role: 'string',
  created_at: 'timestamp',
  last_seen_at: 'timestamp or null',
}

describeOn(ONE_ENGINE, 'Projects, keys, members', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  const post = <T>(path: string, body?: unknown) => journey.client.request<T>('POST', path, body)

  describe('projects', () => {
    it('`POST /api/v1/projects` → 201 with its first key; `GET` → `{ projects }`; `GET/PATCH/DELETE /api/v1/projects/{id}`', async () => {
      const settings = { platform: 'python', retention_days: 30, ingest_hourly_cap: 100 }
      const made = await post<Project>('/api/v1/projects', { name: 'Web Shop', ...settings })
      expect([made.status, wrongFields(made.body, { ...PROJECT, keys: 'array' })]).toEqual([201, []])
      expect(made.body).toMatchObject({ name: 'Web Shop', slug: 'web-shop', ...settings })
      expect(made.body.keys).toHaveLength(1)
      expect(wrongFields(made.body.keys[0], { ...KEY, secret_key: 'string' })).toEqual([])

      const path = `/api/v1/projects/${made.body.id}`
      const { projects } = await journey.client.get<{ projects: Project[] }>('/api/v1/projects')
      expect(projects.flatMap((project) => wrongFields(project, PROJECT))).toEqual([])
      const { keys, ...rest } = made.body
      expect(projects.find(({ id }) => id === made.body.id)).toEqual(rest)
      expect(await journey.client.get(path)).toEqual(rest)
      expect(
        await journey.client.get(path.toUpperCase().replace('/API/V1/PROJECTS', '/api/v1/projects')),
      ).toEqual(rest)

      const patched = await journey.client.request('PATCH', path, { name: 'Shop', retention_days: null })
      expect(patched).toMatchObject({
        status: 200,
        body: { ...rest, name: 'Shop', retention_days: null, slug: expect.any(String) },
      })
      expect(await journey.refusal('PATCH', path, { body: {} })).toEqual([400, 'invalid_request'])
      expect(await journey.client.request('DELETE', path)).toMatchObject({
        status: 200,
        body: { deleted: true },
      })
      expect(await journey.refusal('GET', path)).toEqual([404, 'not_found'])
      expect(await journey.refusal('DELETE', path)).toEqual([404, 'not_found'])
    })

    it.each([
      [undefined],
      [{}],
      [{ name: '' }],
      [{ name: '  ' }],
      [{ name: 1 }],
      [{ name: 'x'.repeat(101) }],
      [{ name: 'x', retention_days: 0 }],
      [{ name: 'x', retention_days: 1.5 }],
      [{ name: 'x', retention_days: '30' }],
      [{ name: 'x', ingest_hourly_cap: -1 }],
      [{ name: 'x', platform: 1 }],
    ])('a body that is none is 400: %.60j', async (body) => {
      expect(await journey.refusal('POST', '/api/v1/projects', { body })).toEqual([400, 'invalid_request'])
    })

    it('a deleted project takes no events and shows no issues', async () => {
      const project = await journey.client.createProject('short-lived')
      await journey.send({ kind: 'Gone' }, project)
      const { id } = await journey.issue('Gone', project)
      await journey.client.request('DELETE', `/api/v1/projects/${project.id}`)
      const path = `/api/${project.id}/store/`
      const answer = await journey.raw({ path, headers: dsnHeaders(project), body: '{}' })
      expect([answer.status, answer.json?.error]).toEqual([401, 'invalid_dsn'])
      expect(await journey.refusal('GET', `/api/v1/issues/${id}`)).toEqual([404, 'not_found'])
      expect(await journey.refusal('GET', `/api/v1/issues?project_id=${project.id}`)).toEqual([
        404,
        'not_found',
      ])
    })
  })

  describe('keys', () => {
    const path = () => `/api/v1/projects/${journey.project.id}/dsn-keys`

    it('`GET/POST /api/v1/projects/{id}/dsn-keys` → `{ keys }` / 201 key, secret_key on creation only; later `dsn` omits it', async () => {
      const made = await post<ProjectKey>(path(), { label: 'staging' })
      expect([made.status, wrongFields(made.body, { ...KEY, secret_key: 'string' })]).toEqual([201, []])
      const { id, public_key, secret_key } = made.body
      expect(made.body).toMatchObject({
        label: 'staging',
        project_id: journey.project.id,
        revoked_at: null,
      })
      expect([public_key, secret_key]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)])
      const host = new URL(journey.service.url).host
      expect(made.body.dsn).toBe(`http://${public_key}:${secret_key}@${host}/${journey.project.id}`)
      expect(made.body.sdk_dsn).toBe(`http://${public_key}@${host}/${journey.project.number}`)

      const { keys } = await journey.client.get<{ keys: ProjectKey[] }>(path())
      expect(keys.flatMap((key) => wrongFields(key, KEY))).toEqual([])
      const listed = keys.find((key) => key.id === id)!
      expect(listed).not.toHaveProperty('secret_key')
      expect(listed.dsn).toBe(`http://${public_key}@${host}/${journey.project.id}`)
      expect(JSON.stringify(keys)).not.toContain(secret_key)
      expect(await journey.refusal('GET', `/api/v1/projects/${UNKNOWN}/dsn-keys`)).toEqual([404, 'not_found'])
      expect(await journey.refusal('POST', `/api/v1/projects/${UNKNOWN}/dsn-keys`)).toEqual([
        404,
        'not_found',
      ])
    })

    it('`POST /api/v1/dsn-keys/{id}/revoke` → 200 `{ revoked: true }`, in force at once', async () => {
      const project = await journey.client.createProject('with two keys')
      const keysPath = `/api/v1/projects/${project.id}/dsn-keys`
      const key = (await post<ProjectKey>(keysPath)).body
      const headers = dsnHeaders({ keys: [key] })
      const event = () => journey.raw({ path: `/api/${project.id}/store/`, headers, body: '{}' })
      expect((await event()).status).toBe(202)
      const revoke = () => post(`/api/v1/dsn-keys/${key.id}/revoke`)
      expect(await revoke()).toMatchObject({ status: 200, body: { revoked: true } })
      expect(await event()).toMatchObject({ status: 403, json: { error: 'dsn_revoked' } })
      expect(await revoke()).toMatchObject({ status: 404, body: { error: 'not_found' } })
      const { keys } = await journey.client.get<{ keys: ProjectKey[] }>(keysPath)
      expect(keys.find(({ id }) => id === key.id)!.revoked_at).toMatch(/Z$/)
    })
  })

  describe('members', () => {
    it('`GET` → `{ members }`; `POST` → 201 (no password: with a one-time `invite_url`); `PATCH` `{ role }`; `DELETE`', async () => {
      const email = `${randomUUID()}@example.com`
      interface Made {
        id: string
        invite_url?: string
      }
      const made = await post<Made>('/api/v1/members', { email, role: 'member', name: 'Ada' })
      expect([made.status, wrongFields(made.body, { ...MEMBER, invite_url: 'string' })]).toEqual([201, []])
      const { members } = await journey.client.get<{ members: Made[] }>('/api/v1/members')
      expect(members.flatMap((member) => wrongFields(member, MEMBER))).toEqual([])
      expect(members.find(({ id }) => id === made.body.id)).toMatchObject({
        email,
        role: 'member',
        name: 'Ada',
      })
      expect(JSON.stringify(members)).not.toContain('invite_url')

      const token = new URL(made.body.invite_url!).hash.replace('#token=', '')
      const newcomer = new ApiClient(journey.service.url)
      const accept = () =>
        newcomer.request('POST', '/api/v1/auth/accept-invitation', {
          token,
          password: PASSWORD,
          name: 'Ada L.',
        })
      const accepted = await accept()
      expect([accepted.status, accepted.headers.getSetCookie()]).toEqual([
        204,
        [expect.stringMatching(/^Svc\.sid=/)],
      ])
      expect((await accept()).status).not.toBe(204)
      await newcomer.login(email, PASSWORD)

      const path = `/api/v1/members/${made.body.id}`
      const change = (role: unknown) => journey.refusal('PATCH', path, { body: { role } })
      expect(await change('admin')).toEqual([200, undefined])
      expect(await newcomer.get('/api/v1/auth/me')).toMatchObject({
        role: 'admin',
        user: { email, name: 'Ada L.' },
      })
      for (const role of ['root', '', 'Owner', null])
        expect(await change(role)).toEqual([400, 'invalid_request'])
      expect((await journey.client.request('DELETE', path)).status).toBeLessThan(300)
      expect(await journey.refusal('GET', '/api/v1/auth/me', { by: newcomer })).toEqual([
        401,
        'unauthenticated',
      ])
      expect(await change('member')).toEqual([404, 'not_found'])
      expect(await journey.refusal('DELETE', path)).toEqual([404, 'not_found'])
    })

    it.each([
      [{}],
      [{ email: 'ada@example.com' }],
      [{ role: 'member' }],
      [{ email: 'no address', role: 'member' }],
      [{ email: 'ada@example.com', role: 'boss' }],
    ])('a body that is none is 400: %j', async (body) => {
      expect(await journey.refusal('POST', '/api/v1/members', { body })).toEqual([400, 'invalid_request'])
    })

    it('The last Owner can’t be removed (409)', async () => {
      const { user } = await journey.client.get<{ user: { id: string } }>('/api/v1/auth/me')
      const path = `/api/v1/members/${user.id}`
      expect(await journey.refusal('DELETE', path)).toEqual([409, 'conflict'])
      expect(await journey.refusal('PATCH', path, { body: { role: 'admin' } })).toEqual([409, 'conflict'])
    })
  })

  it('Also: `GET /api/v1/projects/{id}/releases`, `…/releases/{v}/files`, `…/activity`, `/api/v1/audit-log`, `…/comments`', async () => {
    await journey.send({ kind: 'Released', release: 'shop@1.0' })
    const { id } = await journey.issue('Released')
    const project = `/api/v1/projects/${journey.project.id}`
    expect(await journey.client.get(`${project}/releases`)).toMatchObject({
      releases: [{ version: 'shop@1.0' }],
    })
    expect(await journey.client.get(`${project}/releases/shop@1.0/files`)).toMatchObject({ files: [] })
    await journey.client.request('PATCH', `/api/v1/issues/${id}`, { status: 'ignored' })
    const activity = [
      { kind: 'status_changed', actor: { kind: 'user' }, details: { from: 'unresolved', to: 'ignored' } },
    ]
    expect(await journey.client.get(`/api/v1/issues/${id}/activity`)).toMatchObject({ activity })
    const comments = `/api/v1/issues/${id}/comments`
    expect((await post(comments, { body: 'Seen before.' })).status).toBe(201)
    expect(await journey.client.get(comments)).toMatchObject({ comments: [{ body: 'Seen before.' }] })
    const { user } = await journey.client.get<{ user: { id: string } }>('/api/v1/auth/me')
    const assigned = await journey.client.request('PATCH', `/api/v1/issues/${id}`, { assignee_id: user.id })
    expect(assigned).toMatchObject({ status: 200, body: { assignee: { id: user.id } } })
    const found = await journey.client.get<{ issues: object[] }>('/api/v1/issues?q=assigned:me')
    expect(found.issues).toMatchObject([{ id }])
    const { entries } = await journey.client.get<{ entries: { action: string }[] }>('/api/v1/audit-log')
    expect(entries.map(({ action }) => action)).toContain('project.created')
  })
})
