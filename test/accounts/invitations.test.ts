import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { authPost } from '../support/client/auth-post.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, cookieOf, PASSWORD } from '../support/server/api-server.ts'
import type { MailServer } from '../support/server/mail-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'

interface Member {
  id: string
  email: string
  pending: boolean
  invitation: { invited_at: string; expires_at: string; mail: string } | null
  invite_url?: string
}

const DAY_MS = 24 * 3600_000
const newEmail = () => `${randomUUID()}@example.com`
const tokenOf = (url: string | undefined): string => new URL(url!).hash.replace('#token=', '')

describeOn(ONE_ENGINE, 'invitations', (engine) => {
  let server: ApiServer
  let mails: MailServer
  const mailing = ofSuite(() => startMailingServer(engine))
  beforeAll(() => {
    ;({ server, mails } = mailing)
  })
  beforeEach(async () => {
    await server.background.settled()
    server.clockAhead = 0
    mails.refusals.length = 0
    mails.mails.length = 0
  })

  const post = authPost(() => server.url)
  const accept = (token: string, rest: object = {}) =>
    post('accept-invitation', { token, password: PASSWORD, ...rest })
  const invite = async (client: ApiClient, email = newEmail(), role = 'member'): Promise<Member> => {
    const { status, body } = await client.request<Member>('POST', '/api/v1/members', { email, role })
    expect(status).toBe(201)
    return body
  }
  const listed = async (client: ApiClient, id: string) => {
    const { members } = await client.get<{ members: Member[] }>('/api/v1/members')
    return members.find((member) => member.id === id)
  }
  const newClient = async (organization = 'Acme') => server.signIn(await server.newOwner({ organization }))

  it('no password: with a one-time `invite_url`', async () => {
    const client = await newClient()
    const made = await invite(client)
    expect(made.invite_url).toMatch(/^http:\/\/errata\.example\.com\/invite#token=[\w-]{43}$/)
    expect(made).toMatchObject({ pending: true })
    const { invited_at, expires_at } = made.invitation!
    expect(Date.parse(expires_at) - Date.parse(invited_at)).toBe(7 * DAY_MS)
    const shown = await listed(client, made.id)
    expect(shown).toMatchObject({ pending: true, invitation: { invited_at, expires_at } })
    expect(JSON.stringify(shown)).not.toContain(tokenOf(made.invite_url))
    expect((await post('login', { email: made.email, password: PASSWORD })).status).toBe(401)
  })

  it('an organization can have 100 links mailed in 15 minutes, 5 to one address; others are not affected', async () => {
    const client = await newClient()
    const made = await invite(client)
    const again = () => client.request<{ error: string }>('POST', `/api/v1/members/${made.id}/invite`)
    for (let n = 1; n < 5; n++) expect((await again()).status).toBe(200)
    const refused = await again()
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    for (let n = 5; n < 100; n++) await invite(client)
    const further = { email: newEmail(), role: 'member' }
    expect((await client.request('POST', '/api/v1/members', further)).status).toBe(429)
    await invite(await newClient())
    await server.background.settled()
    expect(mails.mails).toHaveLength(101)
    server.clockAhead = 16 * 60_000
    expect((await again()).status).toBe(200)
  })

  it('Accept: `POST /api/v1/auth/accept-invitation` `{ token, password, name? }` → 204 + cookie', async () => {
    const client = await newClient('Acme & Sons')
    const made = await invite(client, newEmail(), 'admin')
    const token = tokenOf(made.invite_url)
    expect((await post('invitation', { token })).json).toEqual({
      organization: 'Acme & Sons',
      email: made.email,
      name: '',
      role: 'admin',
      expires_at: made.invitation!.expires_at,
    })
    const answer = await accept(token, { name: ' Ada ' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const headers = { cookie: cookieOf(answer.headers) }
    const me = await sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers })
    expect(me.json).toMatchObject({
      user: { id: made.id, email: made.email, name: 'Ada' },
      org: { name: 'Acme & Sons' },
      role: 'admin',
    })
    expect(await listed(client, made.id)).toMatchObject({ pending: false, invitation: null })
    expect((await post('login', { email: made.email, password: PASSWORD })).status).toBe(204)
  })

  it('a link works once, of two at the same time for one', async () => {
    const token = tokenOf((await invite(await newClient())).invite_url)
    const both = await server.atOnce.race([accept(token), accept(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await accept(token)).json).toMatchObject({ error: 'not_found' })
    expect((await post('invitation', { token })).status).toBe(404)
  })

  it('a weak password is 400 and does not use the link up', async () => {
    const token = tokenOf((await invite(await newClient())).invite_url)
    const weak = await accept(token, { password: 'short' })
    expect(weak.json).toMatchObject({ error: 'invalid_request', details: [{ path: 'password' }] })
    expect((await accept(token)).status).toBe(204)
  })

  it('a link expires after seven days; a new one works, and the old one never again', async () => {
    const owner = await server.newOwner()
    const client = await server.signIn(owner)
    const made = await invite(client)
    const path = `/api/v1/members/${made.id}/invite`
    server.clockAhead = 7 * DAY_MS + 1000
    expect((await accept(tokenOf(made.invite_url))).status).toBe(404)
    expect(await listed(client, made.id)).toMatchObject({ pending: true })
    const again = await client.request<Member>('POST', path)
    expect(again).toMatchObject({ status: 200, body: { id: made.id, pending: true } })
    server.clockAhead = 0
    expect((await accept(tokenOf(made.invite_url))).status).toBe(404)
    const latest = await client.request<Member>('POST', path)
    expect((await accept(tokenOf(again.body.invite_url))).status).toBe(404)
    expect((await accept(tokenOf(latest.body.invite_url))).status).toBe(204)
    expect(await client.request('POST', path)).toMatchObject({ status: 409, body: { error: 'conflict' } })
  })

  it("a removed member's link does not work", async () => {
    const client = await newClient()
    const made = await invite(client)
    expect((await client.request('DELETE', `/api/v1/members/${made.id}`)).status).toBe(200)
    expect((await accept(tokenOf(made.invite_url))).status).toBe(404)
    await invite(client, made.email)
  })

  it('a member who becomes an Owner before joining needs a new link: an Admin may have the old one', async () => {
    const owner = await server.newOwner()
    const [first, admin] = [await server.signIn(owner), await server.newMember(owner.orgId, 'admin')]
    const { id, invite_url } = await invite(await server.signIn(admin))
    const setRole = (role: string) => first.request<Member>('PATCH', `/api/v1/members/${id}`, { role })
    expect((await setRole('admin')).body).toMatchObject({
      pending: true,
      invitation: { mail: expect.stringMatching(/^sen/) },
    })
    expect((await post('invitation', { token: tokenOf(invite_url) })).json).toMatchObject({ role: 'admin' })
    expect((await setRole('owner')).body).toMatchObject({ pending: true, invitation: null })
    expect((await accept(tokenOf(invite_url))).status).toBe(404)
    const renewed = await first.request<Member>('POST', `/api/v1/members/${id}/invite`)
    expect((await accept(tokenOf(renewed.body.invite_url))).status).toBe(204)
  })

  it('a mail that went down with the process is not on its way forever', async () => {
    const client = await newClient()
    const { id } = await invite(client)
    await server.background.settled()
    await server.database.queries.updateTable('password_link').set({ mail_state: 'sending' }).execute()
    expect(await listed(client, id)).toMatchObject({ invitation: { mail: 'sending' } })
    server.clockAhead = 11 * 60_000
    expect(await listed(client, id)).toMatchObject({ invitation: { mail: 'failed' } })
  })

  it('links are stored hashed', async () => {
    const token = tokenOf((await invite(await newClient())).invite_url)
    const rows = await server.database.queries.selectFrom('password_link').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.token_hash).toHaveLength(32)
      expect(row.token_hash.toString('latin1')).not.toContain(token)
    }
    expect(server.log).not.toContain(token)
  })

  it('accepting makes a new session and ends the one it came with', async () => {
    const owner = await server.newOwner()
    const present = await server.cookie(owner)
    const made = await invite(await server.signIn(owner))
    const body = { token: tokenOf(made.invite_url), password: PASSWORD }
    const joined = await post('accept-invitation', body, { cookie: present })
    const cookie = cookieOf(joined.headers)
    expect(cookie).toMatch(/^Svc\.sid=[\w-]{43}$/)
    expect(cookie).not.toBe(present)
    const me = (headers: Record<string, string>) =>
      sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers })
    expect((await me({ cookie: present })).status).toBe(401)
    expect((await me({ cookie })).json).toMatchObject({ user: { id: made.id } })
  })

  it('too many links that do not work are 429', async () => {
    try {
      const statuses: number[] = []
      for (let attempt = 1; attempt <= 31; attempt++) {
        statuses.push((await post('invitation', { token: `wrong ${attempt}` })).status)
      }
      expect(statuses).toEqual([...Array(30).fill(404), 429])
      const refused = await accept('wrong')
      expect(refused.json).toMatchObject({ error: 'rate_limit_exceeded' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await server.database.queries.deleteFrom('login_failure').execute()
    }
  })

  it('a page of another site cannot accept', async () => {
    const token = tokenOf((await invite(await newClient())).invite_url)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await post('accept-invitation', { token, password: PASSWORD }, headers)
    expect(answer.json).toMatchObject({ error: 'forbidden' })
  })

  it('invitation links work without mail, and by SMTP where set', async () => {
    const client = await newClient('<b>Acme</b> "Sons"')
    const made = await invite(client)
    expect(made.invitation?.mail).toBe('sending')
    await server.background.settled()
    expect(await listed(client, made.id)).toMatchObject({ invitation: { mail: 'sent' } })
    const [mail, ...others] = mails.mails
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      from: 'errata@example.com',
      to: made.email,
      subject: 'Invitation to <b>Acme</b> "Sons"',
    })
    expect(mail!.text).toContain(`\r\n${made.invite_url}\r\n`)
    expect(mail!.html).toContain(`<a href="${made.invite_url}">`)
    expect(mail!.html).toContain('&lt;b&gt;Acme&lt;/b&gt; &quot;Sons&quot;')
    expect(mail!.html).not.toContain('<b>')
  })

  it('a mail that is refused is logged and shown; the link works', async () => {
    const client = await newClient()
    mails.refusals.push('550 no such mailbox')
    const made = await invite(client)
    await server.background.settled()
    expect(await listed(client, made.id)).toMatchObject({ invitation: { mail: 'failed' } })
    expect(mails.mails).toEqual([])
    expect(String(server.backgroundErrors.at(-1)?.error)).toContain('no such mailbox')
    expect((await accept(tokenOf(made.invite_url))).status).toBe(204)
  })
})
