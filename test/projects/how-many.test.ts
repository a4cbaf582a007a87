import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { QUOTAS } from '#contract/limits.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type AnswerJudge, documentedAnswer } from '../support/fuzz/documented-answer.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer, type TestUser } from '../support/server/api-server.ts'

/* How many things an organization may have. That every list without pages has a bound: http/whole-lists. */

const PER_INSERT = 500

describeOn(ENGINES, 'how many things an organization may have', (engine) => {
  let owner: TestUser
  let client: ApiClient
  let project: { id: string; number: number }
  let judge: AnswerJudge
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    owner = await server.newOwner()
    client = await server.signIn(owner)
    project = await client.createProject('first')
    judge = documentedAnswer(await client.get('/api/v1/openapi.json'))
  })

  /** Every answer, a refusal too, is one that the description of the API names. */
  const create = async (path: string, body: object) => {
    const answer = await client.request<{ id?: string; message?: string }>('POST', path, body)
    const { status } = answer
    const text = JSON.stringify(answer.body)
    const wire = { status, headers: Object.fromEntries(answer.headers), text }
    const address = `POST ${path.replace(/[\da-f-]{36}/, '{id}')}`
    expect(judge(address, 'POST', wire), address).toBeNull()
    return { status, message: answer.body.message, id: answer.body.id }
  }

  /** Writes rows until there are `count`, as so many requests would. */
  async function fill<Row>(
    count: number,
    rowOf: (n: number) => Row,
    insert: (rows: Row[]) => Promise<unknown>,
  ) {
    for (let from = 0; from < count; from += PER_INSERT) {
      const length = Math.min(PER_INSERT, count - from)
      await insert(Array.from({ length }, (_, n) => rowOf(from + n)))
    }
  }

  it('projects: 409 past the limit, until one is deleted; another organization is not affected', async () => {
    const row = (n: number) => ({
      uid: randomUUID(),
      org_id: owner.orgId,
      name: `p${n}`,
      slug: `filled-${n}`,
      platform: 'other',
      created_at: server.clock(),
    })
    const insert = (rows: ReturnType<typeof row>[]) =>
      server.database.queries.insertInto('project').values(rows).execute()
    await fill(QUOTAS.projectsPerOrg - 2, row, insert)
    const last = await create('/api/v1/projects', { name: 'last' })
    expect(last.status).toBe(201)
    const further = () => create('/api/v1/projects', { name: 'further' })
    expect(await further()).toMatchObject({
      status: 409,
      message: 'An organization can have up to 2,000 projects. Delete one first.',
    })
    const other = await server.signIn(await server.newOwner())
    expect((await other.request('POST', '/api/v1/projects', { name: 'own' })).status).toBe(201)
    await client.request('DELETE', `/api/v1/projects/${last.id}`)
    expect(await further()).toMatchObject({ status: 201 })
  })

  it('access tokens: 409 past the limit, until one is revoked; of the revoked ones the newest are listed', async () => {
    const row = (n: number) => ({
      id: randomUUID(),
      org_id: owner.orgId,
      user_id: owner.userId,
      label: `t${n}`,
      token_prefix: `svc_pat_${n}`,
      token_hash: Buffer.from(randomUUID()),
      scopes: 'read:agent',
      created_at: server.clock(),
    })
    const insert = (rows: object[]) =>
      server.database.queries
        .insertInto('agent_token')
        .values(rows as ReturnType<typeof row>[])
        .execute()
    await fill(QUOTAS.tokensPerOrg, row, insert)
    const revoked = (n: number) => ({ ...row(n), revoked_at: n + 1 })
    await fill(QUOTAS.revokedShown + 1, revoked, insert)
    const further = () => create('/api/v1/agent-tokens', { label: 'further', scopes: ['read:agent'] })
    expect(await further()).toMatchObject({
      status: 409,
      message: 'An organization can have up to 1,000 active access tokens. Revoke one first.',
    })
    const listed = () =>
      client.get<{ tokens: { id: string; revoked_at: string | null }[] }>('/api/v1/agent-tokens')
    const { tokens } = await listed()
    expect(tokens).toHaveLength(QUOTAS.tokensPerOrg + QUOTAS.revokedShown)
    const dead = tokens.flatMap(({ revoked_at: at }) => (at === null ? [] : [Date.parse(at)]))
    expect(Math.min(...dead)).toBe(2)
    const live = tokens.find(({ revoked_at: at }) => at === null)
    await client.request('POST', `/api/v1/agent-tokens/${live!.id}/revoke`)
    expect(await further()).toMatchObject({ status: 201 })
  })

  it('DSN keys: 409 past the limit of a project, until one is revoked', async () => {
    const path = `/api/v1/projects/${project.id}/dsn-keys`
    const row = () => ({
      id: randomUUID(),
      org_id: owner.orgId,
      project_id: project.number,
      label: 'filled',
      public_key: randomUUID().replaceAll('-', ''),
      secret_hash: Buffer.alloc(32),
      created_at: server.clock(),
    })
    const insert = (rows: object[]) =>
      server.database.queries
        .insertInto('dsn_key')
        .values(rows as ReturnType<typeof row>[])
        .execute()
    await fill(QUOTAS.keysPerProject - 1, row, insert)
    expect(await create(path, {})).toMatchObject({
      status: 409,
      message: 'A project can have up to 100 active DSN keys. Revoke one first.',
    })
    await fill(QUOTAS.revokedShown + 1, () => ({ ...row(), revoked_at: 1 }), insert)
    const { keys } = await client.get<{ keys: { id: string; revoked_at: string | null }[] }>(path)
    expect(keys).toHaveLength(QUOTAS.keysPerProject + QUOTAS.revokedShown)
    const live = keys.find(({ revoked_at: at }) => at === null)
    await client.request('POST', `/api/v1/dsn-keys/${live!.id}/revoke`)
    expect(await create(path, {})).toMatchObject({ status: 201 })
  })

  it('members: 409 past the limit', async () => {
    const user = (n: number) => ({ id: randomUUID(), email: `${randomUUID()}@example.com`, name: `${n}` })
    const insert = async (rows: ReturnType<typeof user>[]) => {
      const at = { created_at: server.clock() }
      const { queries } = server.database
      await queries
        .insertInto('app_user')
        .values(rows.map((row) => ({ ...row, ...at })))
        .execute()
      const member = { org_id: owner.orgId, role: 'member', ...at } as const
      const members = rows.map(({ id }) => ({ user_id: id, ...member }))
      await queries.insertInto('membership').values(members).execute()
    }
    await fill(QUOTAS.membersPerOrg - 1, user, insert)
    const body = { email: 'further@example.com', role: 'member' }
    expect(await create('/api/v1/members', body)).toMatchObject({
      status: 409,
      message: 'An organization can have up to 2,000 members. Remove one first.',
    })
  })

  it('sessions: past the limit of a user, the one not used for longest ends', async () => {
    const user = await server.newMember(owner.orgId, 'member')
    const first = await server.signIn(user)
    for (let n = 1; n <= QUOTAS.sessionsPerUser; n++) {
      server.clockAhead += 1
      await server.signIn(user)
    }
    expect((await first.request('GET', '/api/v1/auth/me')).status).toBe(401)
    const last = await server.signIn(user)
    const { sessions } = await last.get<{ sessions: object[] }>('/api/v1/auth/sessions')
    expect(sessions).toHaveLength(QUOTAS.sessionsPerUser)
  })
})
