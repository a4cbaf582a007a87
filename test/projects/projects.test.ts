import { beforeAll, describe, expect, it } from 'vitest'
import { createdProject, dsnKey, dsnKeyList, project as projectSchema } from '#contract/project/project.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { findDsnCredential } from '#storage/account/credentials.ts'
import type { ApiClient, Project, ProjectKey } from '../support/client/api-client.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, startApiServer, type TestUser } from '../support/server/api-server.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const NOWHERE = '00000000-0000-4000-8000-000000000000'

describeOn(ONE_ENGINE, 'projects and DSN keys', (engine) => {
  let owner: TestUser
  let client: ApiClient
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    owner = await server.newOwner()
    client = await server.signIn(owner)
  })

  const keysOf = async (project: Project): Promise<ProjectKey[]> =>
    (await client.get<{ keys: ProjectKey[] }>(`/api/v1/projects/${project.id}/dsn-keys`)).keys

  it('`POST /api/v1/projects` `{ name }` → 201 with its first key', async () => {
    const answer = await client.request<Project>('POST', '/api/v1/projects', { name: ' Web Shop ' })
    expect(answer.status).toBe(201)
    const made = createdProject.parse(answer.body)
    expect(made).toMatchObject({
      name: 'Web Shop',
      slug: 'web-shop',
      platform: 'other',
      retention_days: null,
      ingest_hourly_cap: null,
    })
    expect(made.id).toMatch(UUID_V4)
    const { host } = new URL(server.url)
    const key = made.keys[0]!
    expect(key.public_key).toMatch(/^[0-9a-f]{32}$/)
    expect(key.secret_key).toMatch(/^[0-9a-f]{32}$/)
    expect(key.dsn).toBe(`http://${key.public_key}:${key.secret_key}@${host}/${made.id}`)
    expect(key.sdk_dsn).toBe(`http://${key.public_key}@${host}/${made.number}`)
  })

  it('secret_key on creation only; later `dsn` omits it', async () => {
    const project = await client.createProject()
    const [key, ...others] = await keysOf(project)
    expect(others).toEqual([])
    expect(key).not.toHaveProperty('secret_key')
    expect(key!.dsn).toBe(key!.sdk_dsn.replace(/\d+$/, project.id))
    const stored = await findDsnCredential(server.database.queries, key!.public_key)
    expect(stored?.secretHash).toEqual(hashSecret(project.keys[0]!.secret_key!))
    expect(stored).toMatchObject({ projectUid: project.id, projectId: project.number, orgId: owner.orgId })
  })

  it('`number` is the alias of one project only, in all organizations', async () => {
    const stranger = await server.signIn(await server.newOwner())
    const made = [await client.createProject(), await stranger.createProject(), await client.createProject()]
    expect(new Set(made.map(({ number }) => number)).size).toBe(3)
  })

  it('gives projects of one name slugs of their own', async () => {
    const name = `Twice ${Date.now()}`
    const slugs = await Promise.all(
      [1, 2, 3].map(
        async () => (await client.request<{ slug: string }>('POST', '/api/v1/projects', { name })).body.slug,
      ),
    )
    const slug = name.toLowerCase().replace(' ', '-')
    expect(slugs.sort()).toEqual([slug, `${slug}-2`, `${slug}-3`])
  })

  it('`GET` → `{ projects }`, `GET/PATCH/DELETE /api/v1/projects/{id}`', async () => {
    const project = await client.createProject('changing', { platform: 'node', retention_days: 30 })
    const path = `/api/v1/projects/${project.id}`
    const { projects } = await client.get<{ projects: Project[] }>('/api/v1/projects')
    expect(projects.find(({ id }) => id === project.id)).toEqual(projectSchema.parse(project))
    const changed = await client.request('PATCH', path, { ingest_hourly_cap: 7, retention_days: null })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'changing', platform: 'node', retention_days: null, ingest_hourly_cap: 7 },
    ])
    expect(await client.get(path)).toEqual(changed.body)
    expect((await client.request('DELETE', path)).body).toEqual({ deleted: true })
    expect(server.revokedKeys).toEqual(expect.arrayContaining(project.keys.map((key) => key.public_key)))
    for (const method of ['GET', 'DELETE']) expect((await client.request(method, path)).status).toBe(404)
    expect((await client.request('PATCH', path, { name: 'gone' })).status).toBe(404)
  })

  it('source links are kept as they were written, refused with the line that is wrong, and taken away', async () => {
    const path = `/api/v1/projects/${(await client.createProject()).id}`
    const links = '# shop\n/app/ -> https://git.example.com/shop/{release}/{path}#L{line}'
    const saved = await client.request('PATCH', path, { source_links: links })
    expect([saved.status, saved.body]).toMatchObject([200, { source_links: links }])
    const refused = await client.request('PATCH', path, { source_links: `${links}\n{path}` })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { details: [{ path: 'source_links', message: expect.stringMatching(/^Line 3: .*https:/) }] },
    ])
    expect((await client.request('PATCH', path, { source_links: ' \n' })).body).toMatchObject({
      source_links: '',
    })
    expect(await client.get(path)).toMatchObject({ source_links: '' })
  })

  it('deletes a project with its keys', async () => {
    const project = await client.createProject()
    await client.request('DELETE', `/api/v1/projects/${project.id}`)
    expect(await findDsnCredential(server.database.queries, project.keys[0]!.public_key)).toBeNull()
  })

  it.each([
    ['POST', '/api/v1/projects', {}, 'name'],
    ['POST', '/api/v1/projects', { name: '  ' }, 'name'],
    ['POST', '/api/v1/projects', { name: 'x', retention_days: 0 }, 'retention_days'],
    ['POST', '/api/v1/projects', { name: 'x', ingest_hourly_cap: 1.5 }, 'ingest_hourly_cap'],
    ['PATCH', `/api/v1/projects/${NOWHERE}`, { bogus: 1 }, ''],
    ['GET', '/api/v1/projects/1', undefined, 'id'],
  ])('refuses %s %s %j with 400 and where it is wrong', async (method, path, body, where) => {
    const answer = await client.request(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'invalid_request', details: [{ path: where }] })
  })

  it('`GET/POST /api/v1/projects/{id}/dsn-keys` → `{ keys }` / 201 key', async () => {
    const project = await client.createProject()
    const path = `/api/v1/projects/${project.id}/dsn-keys`
    const labelled = await client.request<ProjectKey>('POST', path, { label: 'mobile' })
    expect([labelled.status, dsnKey.parse(labelled.body).label]).toEqual([201, 'mobile'])
    const unlabelled = await client.request<{ label: string }>('POST', path)
    expect([unlabelled.status, unlabelled.body.label]).toEqual([201, 'Default'])
    const { keys } = dsnKeyList.parse(await client.get(path))
    expect(keys.map(({ label }) => label)).toEqual(['Default', 'mobile', 'Default'])
  })

  it('`POST /api/v1/dsn-keys/{id}/revoke` → 200 `{ revoked: true }`, again 404, in force at once', async () => {
    const key = (await client.createProject()).keys[0]!
    const path = `/api/v1/dsn-keys/${key.id}/revoke`
    const stranger = await server.signIn(await server.newOwner())
    expect((await stranger.request('POST', path)).status).toBe(404)
    const revoked = await client.request('POST', path)
    expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }])
    expect(server.revokedKeys).toContain(key.public_key)
    const stored = await findDsnCredential(server.database.queries, key.public_key)
    expect(stored?.revokedAt).toBeGreaterThan(0)
    expect((await client.request('POST', path)).status).toBe(404)
  })

  it('Anything of another organization is 404, never 403', async () => {
    const foreign = await (await server.signIn(await server.newOwner())).createProject()
    const path = `/api/v1/projects/${foreign.id}`
    const answers = [
      await client.request('GET', path),
      await client.request('PATCH', path, { name: 'mine' }),
      await client.request('DELETE', path),
      await client.request('GET', `${path}/dsn-keys`),
      await client.request('POST', `${path}/dsn-keys`, { label: 'mine' }),
      await client.request('POST', `/api/v1/dsn-keys/${foreign.keys[0]!.id}/revoke`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    const { projects } = await client.get<{ projects: Project[] }>('/api/v1/projects')
    expect(projects.map(({ id }) => id)).not.toContain(foreign.id)
  })

  it('Admin: + projects, DSN keys. Owner: + delete a project. Member reads', async () => {
    const project = await client.createProject()
    const path = `/api/v1/projects/${project.id}`
    const attempts = async (user: ApiClient) => [
      (await user.request('GET', path)).status,
      (await user.request('GET', `${path}/dsn-keys`)).status,
      (await user.request('POST', '/api/v1/projects', { name: 'x' })).status,
      (await user.request('PATCH', path, { name: 'x' })).status,
      (await user.request('POST', `${path}/dsn-keys`)).status,
      (await user.request('POST', `/api/v1/dsn-keys/${NOWHERE}/revoke`)).status,
      (await user.request('DELETE', path)).status,
    ]
    const member = await server.signIn(await server.newMember(owner.orgId, 'member'))
    expect(await attempts(member)).toEqual([200, 200, 403, 403, 403, 403, 403])
    const admin = await server.signIn(await server.newMember(owner.orgId, 'admin'))
    expect(await attempts(admin)).toEqual([200, 200, 201, 200, 201, 404, 403])
    expect(await attempts(client)).toEqual([200, 200, 201, 200, 201, 404, 200])
  })
})

describe('what DSNs show', () => {
  const dsnsOf = async (server: ApiServer, headers: Record<string, string>) => {
    const owner = await server.newOwner()
    const project = await (await server.signIn(owner)).createProject()
    const answer = await sendRaw(server.url, {
      method: 'GET',
      path: `/api/v1/projects/${project.id}/dsn-keys`,
      headers: { cookie: await server.cookie(owner), ...headers },
    })
    return (answer.json as unknown as { keys: ProjectKey[] }).keys.map((key) => new URL(key.sdk_dsn).origin)
  }

  it('the host that was asked for, where no address is configured', async () => {
    const server = await startApiServer()
    try {
      expect(await dsnsOf(server, { host: 'errors.local:9000' })).toEqual(['http://errors.local:9000'])
      const forwarded = { host: 'inside:1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
      expect(await dsnsOf(server, forwarded)).toEqual(['http://inside:1'])
    } finally {
      await server.close()
    }
  })

  it('the host that a trusted proxy names', async () => {
    const server = await startApiServer({ trustProxy: true })
    try {
      const forwarded = {
        host: 'inside:1',
        'x-forwarded-host': 'errors.example',
        'x-forwarded-proto': 'https',
      }
      expect(await dsnsOf(server, forwarded)).toEqual(['https://errors.example'])
      const odd = { ...forwarded, 'x-forwarded-proto': 'javascript' }
      expect(await dsnsOf(server, odd)).toEqual(['http://errors.example'])
      const headers = { ...forwarded, 'x-forwarded-host': 'a"b<c>' }
      const refused = await sendRaw(server.url, { method: 'GET', path: '/docs', headers })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Host header')])
    } finally {
      await server.close()
    }
  })

  it('the configured address', async () => {
    const server = await startApiServer({ baseUrl: 'http://errors.example.com:81' })
    try {
      expect(await dsnsOf(server, { host: 'elsewhere' })).toEqual(['http://errors.example.com:81'])
    } finally {
      await server.close()
    }
  })
})
