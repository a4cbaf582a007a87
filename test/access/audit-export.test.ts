import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { AuditEntry, AuditPage } from '#contract/account/audit.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf, PASSWORD, startApiServer, type TestUser } from '../support/server/api-server.ts'

const EXPORT = '/api/v1/audit-log/export'

describeOn(ENGINES, 'finding and exporting the audit log', (engine) => {
  let owner: TestUser
  let client: ApiClient
  let cookie: string
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    owner = await server.newOwner({ organization: 'Acme', name: 'Ada' })
    client = await server.signIn(owner)
    const body = JSON.stringify({ email: owner.email, password: PASSWORD })
    const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    cookie = cookieOf((await fetch(`${server.url}/api/v1/auth/login`, login)).headers)
  })

  const actions = async (query: string) => {
    const { entries } = await client.get<AuditPage>(`/api/v1/audit-log${query}`)
    return entries.map(({ action }) => action)
  }
  const download = async (query: string) => {
    const answer = await fetch(`${server.url}${EXPORT}${query}`, { headers: { cookie } })
    // A decoder that keeps the byte order mark.
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    return { status: answer.status, headers: answer.headers, text }
  }

  it('is filtered by an action or a group of them, by who acted, on what, and when', async () => {
    const { body: project } = await client.request<{ id: string }>('POST', '/api/v1/projects', {
      name: '=HYPERLINK("https://evil.example","shop")',
    })
    await client.request('PATCH', `/api/v1/projects/${project.id}`, { retention_days: 7 })
    const middle = new Date(server.clock() + 1).toISOString()
    server.clockAhead += 60_000
    await client.request('POST', '/api/v1/members', { email: 'grace@example.com', role: 'member' })
    expect(await actions('')).toEqual([
      'member.invited',
      'project.changed',
      'project.created',
      'organization.created',
    ])
    expect(await actions('?action=project')).toEqual(['project.changed', 'project.created'])
    expect(await actions('?action=project.changed')).toEqual(['project.changed'])
    expect(await actions(`?target_id=${project.id}`)).toHaveLength(2)
    expect(await actions(`?from=${middle}`)).toEqual(['member.invited'])
    expect(await actions(`?until=${middle}&action=project`)).toHaveLength(2)
    expect(await actions(`?from=${middle}&action=project`)).toEqual([])
    expect(await actions(`?actor_id=${owner.userId}&action=member`)).toEqual(['member.invited'])
    for (const query of ['?action=projects', '?from=yesterday', '?until=2026-11-20']) {
      expect(await client.request('GET', `/api/v1/audit-log${query}`), query).toMatchObject({ status: 400 })
    }
  })

  it('as CSV: a line per entry, and nothing that a spreadsheet computes', async () => {
    const { status, headers, text } = await download('?action=project')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.csv"$/)
    expect(headers.get('cache-control')).toBe('no-store')
    const [head, changed, created, end] = text.split('\r\n')
    expect(head).toBe(
      '\uFEFFid,at,action,actor_kind,actor_id,actor_name,target_kind,target_id,target_name,ip,details',
    )
    expect(changed).toContain(',project.changed,user,')
    expect(changed).toContain(`"'=HYPERLINK(""https://evil.example"",""shop"")"`)
    expect(created).toContain(',project.created,')
    expect(end).toBe('')
  })

  it('as NDJSON: the entries of the list', async () => {
    const { headers, text } = await download('?format=ndjson')
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = text.trimEnd().split('\n')
    const { entries } = await client.get<AuditPage>('/api/v1/audit-log')
    expect(lines.map((line) => JSON.parse(line) as AuditEntry)).toEqual(entries)
  })

  it('reads many entries page by page, and refuses more than a file may have', async () => {
    const columns = sql.raw(
      'org_id, at, actor_kind, actor_id, actor_name, ip, action, target_kind, target_id, target_name, details',
    )
    const double = () =>
      sql`INSERT INTO audit_entry (${columns}) SELECT ${columns} FROM audit_entry WHERE org_id = ${owner.orgId}`.execute(
        server.database.queries,
      )
    for (let n = 0; n < 9; n++) await double()
    const { text } = await download('?format=ndjson')
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).id)
    expect([ids.length, new Set(ids).size]).toEqual([4 * 512, 4 * 512])
    for (let count = ids.length; count <= LIMITS.auditExportEntries; count *= 2) await double()
    expect(await client.request('GET', EXPORT)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        message: 'More than 100,000 entries match. Export less at once, with from and until.',
      },
    })
    expect((await download('?from=2099-01-01T00:00:00Z')).text.split('\r\n')).toHaveLength(2)
  })

  it('is for owners and admins', async () => {
    const member = await server.signIn(await server.newMember(owner.orgId, 'member'))
    expect(await member.request('GET', EXPORT)).toMatchObject({ status: 403 })
  })
})
