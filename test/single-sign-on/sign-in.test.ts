import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { authPost } from '../support/client/auth-post.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, PASSWORD, type TestUser } from '../support/server/api-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'
import { OidcServer } from '../support/single-sign-on/oidc-server.ts'
import { SsoBrowser } from '../support/single-sign-on/sso-browser.ts'
import { problemOf, SsoFixture } from '../support/single-sign-on/sso-fixture.ts'

const STEP_MS = 30_000
const DAY_MS = 24 * 60 * 60_000

interface MemberAnswer {
  id: string
  email: string
  name: string
  pending: boolean
  single_sign_on: boolean | null
}

describeOn(ENGINES, 'single sign-on', (engine) => {
  let server: ApiServer
  const fixture = ofSuite(() => SsoFixture.start(engine))
  beforeAll(() => {
    ;({ server } = fixture)
  })
  beforeEach(() => fixture.begin())

  const browser = () => fixture.browser()
  const personIs = (email: string, claims?: Record<string, unknown>) => fixture.personIs(email, claims)
  const membersOf = async (client: ApiClient) =>
    (await client.get<{ members: MemberAnswer[] }>('/api/v1/members')).members
  const auditOf = async (client: ApiClient) => {
    const path = '/api/v1/audit-log'
    const { entries } = await client.get<{ entries: { action: string; details: object }[] }>(path)
    return entries.map(({ action }) => action)
  }
  async function invite(client: ApiClient, email: string): Promise<MemberAnswer> {
    const { body } = await client.request<MemberAnswer>('POST', '/api/v1/members', {
      email,
      role: 'member',
    })
    return body
  }
  async function turnOnTwoFactor(user: TestUser): Promise<Authenticator> {
    const client = await server.signIn(user)
    const app = await Authenticator.setUp(client, PASSWORD)
    await client.request('POST', '/api/v1/auth/two-factor/enable', { code: app.codeAt(server.stoppedAt!) })
    server.stoppedAt! += STEP_MS
    return app
  }

  it('signs a member in by a verified address, links the account, and tells the member', async () => {
    const owner = await server.newOwner()
    personIs(owner.email.toUpperCase())
    const first = browser()
    expect(await first.signIn('?return=/alerts?q=x')).toBe('/alerts?q=x')
    expect(await first.who()).toBe(owner.email)
    expect(first.cookie('Svc.sso')).toBeUndefined()
    const client = await server.signIn(owner)
    expect(await membersOf(client)).toMatchObject([{ email: owner.email, single_sign_on: true }])
    expect(await auditOf(client)).toContain('single_sign_on.linked')
    await server.background.settled()
    const mails = fixture.mailing.mails.mails.filter(({ to }) => to === owner.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Single sign-on was linked to your account'])

    // By the account from now on, whatever its address is.
    fixture.provider.account.email = `${randomUUID()}@example.com`
    const second = browser()
    expect(await second.signIn()).toBe('/issues')
    expect(await second.who()).toBe(owner.email)
    expect((await auditOf(client)).filter((action) => action === 'single_sign_on.linked')).toHaveLength(1)
  })

  it('says who the provider is, and sends nobody elsewhere', async () => {
    const owner = await server.newOwner()
    personIs(owner.email)
    const setup = await browser().json<object>('/api/v1/setup')
    expect(setup).toMatchObject({ single_sign_on: { name: 'Example ID' } })
    for (const path of ['//evil.test', 'https://evil.test', '/\\evil.test', '/.//evil.test']) {
      expect(await browser().signIn(`?return=${encodeURIComponent(path)}`)).toBe('/issues')
    }
  })

  it('leads back to a search of any length that a cookie has room for, and to the issues from longer ones', async () => {
    const owner = await server.newOwner()
    personIs(owner.email)
    const long = `/issues?q=${'x'.repeat(1900)}`
    const member = browser()
    const back = await member.atProvider(await member.begin(`?return=${encodeURIComponent(long)}`))
    expect(member.cookie('Svc.sso')!.length).toBeLessThan(4000)
    expect((await member.request(back)).headers.get('location')).toBe(long)
    expect(await browser().signIn(`?return=${encodeURIComponent(`${long}${'é'.repeat(100)}`)}`)).toBe(
      '/issues',
    )
  })

  it('lets who is invited join, without a password', async () => {
    const owner = await server.newOwner()
    const client = await server.signIn(owner)
    const email = `${randomUUID()}@example.com`
    const { id } = await invite(client, email)
    personIs(email)
    const guest = browser()
    expect(await guest.signIn()).toBe('/issues')
    const joined = { id, name: 'Ada Lovelace', pending: false, single_sign_on: true, invitation: null }
    expect(await membersOf(client)).toContainEqual(expect.objectContaining(joined))
    expect(await auditOf(client)).toEqual(expect.arrayContaining(['member.joined', 'single_sign_on.linked']))

    const post = authPost(() => server.url)
    for (const password of ['!', '', PASSWORD]) {
      expect((await post('login', { email, password })).json?.error).toBe('invalid_credentials')
    }
    const change = await guest.request('/api/v1/auth/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: '!', new_password: 'quite another phrase' }),
    })
    expect([change.status, await change.json()]).toMatchObject([409, { error: 'conflict' }])
    // A reset link gives them one.
    await post('password-reset', { email })
    await server.background.settled()
    expect(
      fixture.mailing.mails.mails.some((mail) => mail.to === email && mail.subject === 'Set a new password'),
    ).toBe(true)
  })

  it('is enough if two-factor sign-in is required of everyone; a password alone is not', async () => {
    const owner = await server.newOwner()
    personIs(owner.email)
    const guest = browser()
    await guest.signIn()
    const put = await guest.request('/api/v1/organization', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requires_two_factor: true }),
    })
    expect(put.status).toBe(200)
    const me = await guest.json<object>('/api/v1/auth/me')
    expect(me).toMatchObject({ org: { requires_two_factor: true } })
    expect((await guest.request('/api/v1/issues')).status).toBe(200)
    const withPassword = await server.signIn(owner)
    expect((await withPassword.request('GET', '/api/v1/issues')).status).toBe(403)
  })

  it('lets nobody in whose invitation has expired', async () => {
    const client = await server.signIn(await server.newOwner())
    const email = `${randomUUID()}@example.com`
    await invite(client, email)
    personIs(email)
    const before = server.stoppedAt!
    server.stoppedAt! += 7 * DAY_MS + 1
    const guest = browser()
    expect(problemOf(await guest.signIn())).toBe('invitation_expired')
    expect(await guest.who()).toBeNull()
    server.stoppedAt = before
  })

  it.each([
    ['an address that no member has', 'unknown_member', { email: 'nobody@example.com' }],
    ['an address that was not verified', 'unverified_email', { email_verified: false }],
    ['an address of which nothing is known', 'unverified_email', { email_verified: undefined }],
    ['no address', 'no_email', { email: undefined }],
    ['an address that is none', 'no_email', { email: 'ada' }],
  ])('refuses %s', async (_, problem, claims) => {
    const owner = await server.newOwner()
    personIs(owner.email, claims)
    const stranger = browser()
    expect(problemOf(await stranger.signIn('?return=/alerts'))).toBe(problem)
    expect(await stranger.who()).toBeNull()
  })

  it.each([
    ['no address', { email: undefined, email_verified: undefined }],
    ['no word of its verification', { email_verified: undefined }],
  ])('asks for more where the ID token has %s', async (_, claims) => {
    const owner = await server.newOwner()
    personIs(owner.email, claims)
    fixture.provider.userInfo = { email: owner.email, email_verified: 'true' }
    const first = browser()
    await first.signIn()
    expect(await first.who()).toBe(owner.email)
  })

  it('refuses an address that is a member’s only after a letter was made another one in lower case', async () => {
    const owner = await server.newOwner({ email: `kim-${randomUUID()}@example.com` })
    for (const [letter, other] of [
      ['k', '\u212a'],
      ['i', '\u0130'],
    ] as const) {
      personIs(owner.email.replace(letter, other))
      expect(problemOf(await browser().signIn())).toBe('no_email')
    }
    personIs(owner.email.toUpperCase())
    expect(await browser().signIn()).toBe('/issues')
  })

  it('refuses another account with the address of a linked member, until it is unlinked', async () => {
    const owner = await server.newOwner()
    const member = await server.newMember(owner.orgId, 'member')
    personIs(member.email)
    const first = browser()
    await first.signIn()
    personIs(member.email)
    expect(problemOf(await browser().signIn())).toBe('other_account')

    const client = await server.signIn(owner)
    const path = `/api/v1/members/${member.userId}/single-sign-on`
    const unlinked = await client.request('DELETE', path)
    expect(unlinked).toMatchObject({ status: 200, body: { single_sign_on: false } })
    expect(await first.who()).toBeNull()
    expect(await auditOf(client)).toContain('single_sign_on.unlinked')
    expect((await client.request('DELETE', path)).status).toBe(409)
    const again = browser()
    await again.signIn()
    expect(await again.who()).toBe(member.email)
  })

  it('lets two first sign-ins of one person in at once, as from two tabs, and links the account once', async () => {
    const owner = await server.newOwner()
    personIs(owner.email)
    const [first, second] = [browser(), browser()]
    const inOrg = server.database.inOrg
    const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
      expect(await second.signIn()).toBe('/issues')
      return inOrg(of, work)
    })
    expect(await first.signIn()).toBe('/issues')
    spy.mockRestore()
    expect([await first.who(), await second.who()]).toEqual([owner.email, owner.email])
    const linked = (await auditOf(await server.signIn(owner))).filter(
      (one) => one === 'single_sign_on.linked',
    )
    expect(linked).toHaveLength(1)
  })

  it('starts no session for an account that is unlinked meanwhile', async () => {
    const owner = await server.newOwner()
    personIs(owner.email)
    await browser().signIn()
    const inOrg = server.database.inOrg
    const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
      await server.database.queries.deleteFrom('oidc_identity').where('user_id', '=', owner.userId).execute()
      return inOrg(of, work)
    })
    const late = browser()
    expect(problemOf(await late.signIn())).toBe('expired')
    expect(spy).toHaveBeenCalled()
    spy.mockRestore()
    expect(await late.who()).toBeNull()
  })

  it('asks those with two-factor sign-in for a code, once per code', async () => {
    const owner = await server.newOwner()
    const app = await turnOnTwoFactor(owner)
    personIs(owner.email)
    const first = browser()
    expect(await first.signIn('?return=/alerts')).toBe('/login?step=code&return=%2Falerts')
    expect(await first.who()).toBeNull()
    const code = app.codeAt(server.stoppedAt!)
    const step = first.cookie('Svc.sso')!
    const wrong = String((Number(code) + 7) % 1_000_000).padStart(6, '0')
    expect(await first.sendCode(wrong)).toMatchObject({
      status: 401,
      body: { error: 'invalid_second_factor' },
    })
    expect(await first.sendCode(code)).toEqual({ status: 200, body: { return: '/alerts' } })
    expect(await first.who()).toBe(owner.email)

    const thief = browser()
    thief.setCookie('Svc.sso', step)
    expect((await thief.sendCode(code)).status).toBe(401)
    server.stoppedAt! += 11 * 60_000
    expect(await thief.sendCode(app.codeAt(server.stoppedAt!))).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated' },
    })
  })

  it('says so if the provider cannot be reached, and goes on when it can', async () => {
    const broken = new OidcServer()
    await broken.listen()
    const own = await startMailingServer(engine, { oidc: broken.settings() })
    await broken.close()
    const client = new SsoBrowser(own.server.url)
    expect(await client.begin('?return=/alerts')).toBe('/login?problem=failed&return=%2Falerts')
    await broken.listen(Number(new URL(broken.issuer).port))
    expect(await client.begin()).toContain(`${broken.issuer}/authorize?`)
    await broken.close()
    await own.close()
  })
})
