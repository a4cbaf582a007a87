import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditPage } from '#contract/account/audit.ts'
import { authPost } from '../support/client/auth-post.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import {
  type ApiServer,
  cookieOf,
  PASSWORD,
  startApiServer,
  type TestUser,
} from '../support/server/api-server.ts'
import type { MailServer } from '../support/server/mail-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'

const HOUR_MS = 3600_000
const NEW_PASSWORD = 'quite another phrase'
const LINK = /http:\/\/errata\.example\.com\/reset-password#token=([\w-]{43})/

describeOn(ONE_ENGINE, 'password reset', (engine) => {
  let server: ApiServer
  let mails: MailServer
  const mailing = ofSuite(() => startMailingServer(engine, { trustProxy: true }))
  beforeAll(() => {
    ;({ server, mails } = mailing)
  })
  beforeEach(async () => {
    await server.background.settled()
    server.clockAhead = 0
    mails.mails.length = 0
    await server.database.queries.deleteFrom('login_failure').execute()
  })

  const post = authPost(() => server.url)
  const login = async ({ email }: Pick<TestUser, 'email'>, password: string) =>
    (await post('login', { email, password })).status
  const confirm = (token: string, headers: Record<string, string> = {}) =>
    post('password-reset/confirm', { token, password: NEW_PASSWORD }, headers)
  const me = async (cookie: string) =>
    (await sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers: { cookie } })).status
  /** The token that is mailed to a user who asks for it. */
  async function mailedToken(user: TestUser): Promise<string> {
    expect((await post('password-reset', { email: user.email })).status).toBe(204)
    await server.background.settled()
    return LINK.exec(mails.mails.findLast(({ to }) => to === user.email)?.text ?? '')![1]!
  }

  it('is in the audit log with the address that asked, spelled as for other acts', async () => {
    const user = await server.newOwner()
    const headers = { 'x-forwarded-for': '::ffff:203.0.113.9' }
    await post('password-reset', { email: user.email }, headers)
    await server.background.settled()
    const client = await server.signIn(user)
    const asked = '/api/v1/audit-log?action=password.reset_requested'
    const { entries } = await client.get<AuditPage>(asked)
    expect(entries.map(({ ip }) => ip)).toEqual(['203.0.113.9'])
  })

  it('always 204: the same answer whether there is such a user or not', async () => {
    const { email } = await server.newOwner()
    const answers = []
    for (const asked of [` ${email.toUpperCase()}`, `${randomUUID()}@example.com`, '', '\u0000']) {
      const { status, text, headers } = await post('password-reset', { email: asked })
      const { date: _, 'x-request-id': __, ...rest } = headers
      answers.push({ status, text, rest })
    }
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 204, text: '' })
    await server.background.settled()
    expect(mails.mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Set a new password']])
    expect(mails.mails[0]!.html).toMatch(LINK)
  })

  it('the link sets the password once, ends every session there was and signs in', async () => {
    const owner = await server.newOwner()
    const [here, there] = [await server.cookie(owner), await server.cookie(owner)]
    const [first, second] = [await mailedToken(owner), await mailedToken(owner)]
    const answer = await confirm(second, { cookie: here })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const cookie = cookieOf(answer.headers)
    expect([await me(here), await me(there), await me(cookie)]).toEqual([401, 401, 200])
    expect([await login(owner, PASSWORD), await login(owner, NEW_PASSWORD)]).toEqual([401, 204])
    for (const token of [second, first]) {
      expect((await confirm(token)).json).toMatchObject({ error: 'not_found' })
    }
    await server.background.settled()
    expect(mails.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your password was changed' })
  })

  it('of two at the same time one sets it', async () => {
    const token = await mailedToken(await server.newOwner())
    const both = await server.atOnce.race([confirm(token), confirm(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  it('valid for an hour', async () => {
    const owner = await server.newOwner()
    const token = await mailedToken(owner)
    server.clockAhead = HOUR_MS + 1000
    expect((await confirm(token)).status).toBe(404)
    server.clockAhead = HOUR_MS - 60_000
    expect((await confirm(token)).status).toBe(204)
  })

  it('a weak password is 400 and does not use the link up', async () => {
    const token = await mailedToken(await server.newOwner())
    const weak = await post('password-reset/confirm', { token, password: 'password1234' })
    expect(weak.json).toMatchObject({ error: 'invalid_request', details: [{ path: 'password' }] })
    expect((await confirm(token)).status).toBe(204)
  })

  it('an invitation is not a link for a reset, nor the other way round', async () => {
    const owner = await server.newOwner()
    const client = await server.signIn(owner)
    const token = await mailedToken(owner)
    expect((await post('accept-invitation', { token, password: NEW_PASSWORD })).status).toBe(404)
    const invited = { email: `${randomUUID()}@example.com`, role: 'member' }
    const { body } = await client.request<{ invite_url: string }>('POST', '/api/v1/members', invited)
    expect((await confirm(new URL(body.invite_url).hash.replace('#token=', ''))).status).toBe(404)
    // A member who has not accepted yet has no password to forget.
    await post('password-reset', { email: invited.email })
    await server.background.settled()
    expect(mails.mails.filter(({ to }) => to === invited.email)).toHaveLength(1)
  })

  it('a password change ends the links', async () => {
    const owner = await server.newOwner()
    const token = await mailedToken(owner)
    const client = await server.signIn(owner)
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    expect((await client.request('POST', '/api/v1/auth/password', change)).status).toBe(204)
    expect((await confirm(token)).status).toBe(404)
  })

  it("a mailbox can't be flooded: three links at once; 20 requests per address in 15 minutes", async () => {
    const { email } = await server.newOwner()
    const statuses: number[] = []
    for (let request = 1; request <= 21; request++) {
      statuses.push((await post('password-reset', { email })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(204), 429])
    await server.background.settled()
    expect(mails.mails).toHaveLength(3)
  })

  it('links lead to the configured address, whatever host the request named', async () => {
    const { email } = await server.newOwner()
    await post(
      'password-reset',
      { email },
      { host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' },
    )
    await server.background.settled()
    expect(mails.mails[0]!.text).toMatch(LINK)
    expect(JSON.stringify(mails.mails[0])).not.toContain('evil')
  })

  it('an Admin can create a link for a Member, an Owner for everyone, a Member for nobody', async () => {
    const owner = await server.newOwner()
    const [admin, otherAdmin, member] = [
      await server.newMember(owner.orgId, 'admin'),
      await server.newMember(owner.orgId, 'admin'),
      await server.newMember(owner.orgId, 'member'),
    ]
    const ask = async (by: TestUser, of: TestUser) =>
      (await server.signIn(by)).request<{ reset_url: string; expires_at: string }>(
        'POST',
        `/api/v1/members/${of.userId}/reset-link`,
      )
    for (const [by, of] of [
      [admin, owner],
      [admin, otherAdmin],
      [member, admin],
    ] as const) {
      expect((await ask(by, of)).status).toBe(403)
    }
    expect((await ask(owner, otherAdmin)).status).toBe(201)
    const { status, body } = await ask(admin, member)
    expect(status).toBe(201)
    expect(body.reset_url).toMatch(LINK)
    await server.background.settled()
    const notice = mails.mails.find(({ to }) => to === member.email)
    expect(notice?.subject).toBe('A link to reset your password was created')
    // Broken up, so that no mail program makes a link of it.
    expect(notice?.text.replaceAll('\u2060', '')).toContain(admin.email)
    expect(notice?.text).not.toMatch(LINK)
    expect((await confirm(LINK.exec(body.reset_url)![1]!)).status).toBe(204)
    expect(await login(member, NEW_PASSWORD)).toBe(204)
  })

  it('a link that an Admin had made for a Member sets the password of no Admin or Owner', async () => {
    const owner = await server.newOwner()
    const admin = await server.signIn(await server.newMember(owner.orgId, 'admin'))
    const rises = await server.newMember(owner.orgId, 'member')
    const path = `/api/v1/members/${rises.userId}`
    const made = await admin.request<{ reset_url: string }>('POST', `${path}/reset-link`)
    const token = LINK.exec(made.body.reset_url)![1]!
    const { status } = await (await server.signIn(owner)).request('PATCH', path, { role: 'admin' })
    expect(status).toBe(200)
    expect((await confirm(token)).status).toBe(404)
  })
})

it('without a mail server: still 204, and no link is created', async () => {
  const server = await startApiServer()
  try {
    const { email } = await server.newOwner()
    const body = JSON.stringify({ email })
    const headers = { 'content-type': 'application/json' }
    const answer = await sendRaw(server.url, { path: '/api/v1/auth/password-reset', headers, body })
    expect(answer.status).toBe(204)
    await server.background.settled()
    expect(await server.database.queries.selectFrom('password_link').selectAll().execute()).toEqual([])
    expect(server.backgroundErrors).toEqual([])
  } finally {
    await server.close()
  }
})
