import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { authPost } from '../support/client/auth-post.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, cookieOf, PASSWORD, type TestUser } from '../support/server/api-server.ts'
import type { MailServer } from '../support/server/mail-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'
import { releaseTogether } from '../support/server/release-together.ts'

const STEP_MS = 30_000
const WINDOW_MS = 15 * 60_000
const NEW_PASSWORD = 'quite another phrase'
const LINK = /http:\/\/errata\.example\.com\/reset-password#token=([\w-]{43})/
const PATH = '/api/v1/auth/two-factor'

/** A member with two-factor sign-in, signed in. */
interface Guarded {
  user: TestUser
  client: ApiClient
  app: Authenticator
  recoveryCodes: string[]
}

describeOn(ENGINES, 'two-factor sign-in', (engine) => {
  let server: ApiServer
  let mails: MailServer
  const mailing = ofSuite(() => startMailingServer(engine, { trustProxy: true }))
  beforeAll(() => {
    ;({ server, mails } = mailing)
    server.stoppedAt = Date.now()
  })
  beforeEach(async () => {
    await server.background.settled()
    // Each test begins at a time whose codes no other has used, and when no failure counts any more.
    server.stoppedAt! += WINDOW_MS + STEP_MS
    mails.mails.length = 0
  })

  const post = authPost(() => server.url)
  const login = (user: Pick<TestUser, 'email'>, code?: string, headers: Record<string, string> = {}) =>
    post('login', { email: user.email, password: PASSWORD, ...(code !== undefined && { code }) }, headers)
  const answerOf = async (request: ReturnType<typeof login>) => {
    const { status, json } = await request
    return status === 204 ? 204 : [status, json?.error]
  }
  const later = (ms = STEP_MS) => {
    server.stoppedAt! += ms
  }
  const codeOf = ({ app }: Guarded) => app.codeAt(server.stoppedAt!)
  const wrongCode = (guarded: Guarded) => String((Number(codeOf(guarded)) + 7) % 1_000_000).padStart(6, '0')
  const me = async (cookie: string) =>
    (await sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers: { cookie } })).status
  const subjectsTo = async ({ email }: TestUser) => {
    await server.background.settled()
    return mails.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  }
  const actions = async (client: ApiClient) => {
    const { entries } = await client.get<{ entries: { action: string }[] }>('/api/v1/audit-log')
    return entries.map(({ action }) => action)
  }

  async function turnOn(user: TestUser): Promise<Guarded> {
    const client = await server.signIn(user)
    const app = await Authenticator.setUp(client, PASSWORD)
    const code = app.codeAt(server.stoppedAt!)
    const { body } = await client.request<{ recovery_codes: string[] }>('POST', `${PATH}/enable`, { code })
    later()
    return { user, client, app, recoveryCodes: body.recovery_codes }
  }

  it('is turned on with the password and a first code; other sessions end, tokens stay', async () => {
    const owner = await server.newOwner()
    const client = await server.signIn(owner)
    const elsewhere = await server.cookie(owner)
    const { body } = await client.request<{ token: { token: string } }>('POST', '/api/v1/agent-tokens', {
      label: 'ci',
      scopes: ['read:agent'],
    })
    const enable = (code: string) => client.request('POST', `${PATH}/enable`, { code })
    expect(await enable('123456')).toMatchObject({ status: 409, body: { error: 'conflict' } })
    const wrong = await client.request('POST', `${PATH}/setup`, { password: 'wrong' })
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
    // The secret of a setup that was begun again counts no more.
    const first = await Authenticator.setUp(client, PASSWORD)
    const app = await Authenticator.setUp(client, PASSWORD)
    const refused = await enable(first.codeAt(server.stoppedAt!))
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } })
    expect(await client.get(PATH)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect(await answerOf(login(owner))).toBe(204)
    later(31 * 60_000)
    expect((await enable(app.codeAt(server.stoppedAt!))).status).toBe(409)
    later(-31 * 60_000)
    expect((await enable(app.codeAt(server.stoppedAt!))).status).toBe(200)
    expect(await client.get(PATH)).toEqual({
      enabled: true,
      enabled_at: new Date(server.stoppedAt!).toISOString(),
      recovery_codes_left: 10,
    })
    expect([await me(elsewhere), (await client.request('GET', '/api/v1/auth/me')).status]).toEqual([401, 200])
    const headers = { authorization: `Bearer ${body.token.token}` }
    expect((await sendRaw(server.url, { method: 'GET', path: '/api/v1/agent/whoami', headers })).status).toBe(
      200,
    )
    expect(await client.request('POST', `${PATH}/setup`, { password: PASSWORD })).toMatchObject({
      status: 409,
    })
    expect(await actions(client)).toContain('two_factor.enabled')
  })

  it('signing in needs a code, which works once; only the right password tells so', async () => {
    const guarded = await turnOn(await server.newOwner())
    const { user } = guarded
    const code = codeOf(guarded)
    for (const given of [undefined, '', code]) {
      const wrong = post('login', { email: user.email, password: 'wrong', code: given })
      expect(await answerOf(wrong)).toEqual([401, 'invalid_credentials'])
    }
    expect((await login(user)).headers['set-cookie']).toBeUndefined()
    for (const none of [undefined, ' '])
      expect(await answerOf(login(user, none))).toEqual([401, 'second_factor_required'])
    for (const wrong of [wrongCode(guarded), 'abc', '0000-0000-0000-0000']) {
      expect(await answerOf(login(user, wrong))).toEqual([401, 'invalid_second_factor'])
    }
    const answer = await login(user, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([answer.status, await me(cookieOf(answer.headers))]).toEqual([204, 200])
    expect(await answerOf(login(user, code))).toEqual([401, 'invalid_second_factor'])
    const before = guarded.app.codeAt(server.stoppedAt! - STEP_MS)
    expect(await answerOf(login(user, before))).toEqual([401, 'invalid_second_factor'])
    expect(await answerOf(login(user, guarded.app.codeAt(server.stoppedAt! + STEP_MS)))).toBe(204)
    // A clock that was ahead and is set right shuts nobody out.
    for (const ms of [WINDOW_MS, 2 * STEP_MS - WINDOW_MS]) {
      later(ms)
      expect(await answerOf(login(user, codeOf(guarded)))).toBe(204)
      expect(await answerOf(login(user, codeOf(guarded)))).toEqual([401, 'invalid_second_factor'])
    }
    const tooLong = await login(user, '1'.repeat(101))
    expect([tooLong.status, tooLong.json?.error]).toEqual([400, 'invalid_request'])
  })

  it('of many requests at once with the same code, one signs in', async () => {
    const guarded = await turnOn(await server.newOwner())
    for (const code of [codeOf(guarded), guarded.recoveryCodes[0]!]) {
      releaseTogether(server.passwords, 6)
      const all = await Promise.all(Array.from({ length: 6 }, () => login(guarded.user, code)))
      expect(all.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401, 401, 401])
      later(WINDOW_MS)
    }
  })

  it('a recovery code signs in once; new ones replace all', async () => {
    const { user, client, recoveryCodes } = await turnOn(await server.newOwner())
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first, second] = recoveryCodes
    expect(await answerOf(login(user, first!.toUpperCase().replaceAll('-', ' ')))).toBe(204)
    expect(await answerOf(login(user, first))).toEqual([401, 'invalid_second_factor'])
    expect(await client.get(PATH)).toMatchObject({ recovery_codes_left: 9 })
    expect(await subjectsTo(user)).toEqual(['A recovery code was used to sign in'])
    const renew = (password: string) =>
      client.request<{ recovery_codes: string[] }>('POST', `${PATH}/recovery-codes`, { password })
    expect((await renew('wrong')).status).toBe(400)
    const { body } = await renew(PASSWORD)
    expect(await client.get(PATH)).toMatchObject({ recovery_codes_left: 10 })
    expect(await answerOf(login(user, second))).toEqual([401, 'invalid_second_factor'])
    expect(await answerOf(login(user, body.recovery_codes[9]))).toBe(204)
    const stored = await server.database.queries.selectFrom('recovery_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(body.recovery_codes[0]!.replaceAll('-', ''))
  })

  it('guesses at codes are limited for the account, and a browser that is known is not shut out', async () => {
    const guarded = await turnOn(await server.newOwner())
    const { user } = guarded
    const here = await login(user, codeOf(guarded))
    later()
    const seen = await sendRaw(server.url, {
      method: 'GET',
      path: '/api/v1/auth/me',
      headers: { cookie: cookieOf(here.headers) },
    })
    const device = seen.headers['set-cookie']![0]!.split(';')[0]!
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
    for (let n = 0; n < 10; n++) {
      const guess = login(user, wrongCode(guarded), from(n))
      expect(await answerOf(guess)).toEqual([401, 'invalid_second_factor'])
    }
    expect(await answerOf(login(user, codeOf(guarded), from(99)))).toEqual([429, 'rate_limit_exceeded'])
    expect(await answerOf(login(user, codeOf(guarded), { cookie: device }))).toBe(204)
    expect(await subjectsTo(user)).toEqual(['Sign-ins with wrong codes'])
    expect(await actions(guarded.client)).toContain('two_factor.throttled')
    later(WINDOW_MS)
    expect(await answerOf(login(user, codeOf(guarded)))).toBe(204)
  })

  it('wrong codes count as failed sign-ins; asking for one does not', async () => {
    const guarded = await turnOn(await server.newOwner())
    for (let n = 0; n < 12; n++) {
      expect(await answerOf(login(guarded.user))).toEqual([401, 'second_factor_required'])
    }
    for (let n = 0; n < 10; n++) {
      expect(await answerOf(login(guarded.user, wrongCode(guarded)))).toEqual([401, 'invalid_second_factor'])
    }
    const wrong = await post('login', { email: guarded.user.email, password: 'wrong' })
    expect(wrong.status).toBe(429)
  })

  it('a reset link sets the password, and neither signs in nor turns it off', async () => {
    const guarded = await turnOn(await server.newOwner())
    const { user, client } = guarded
    await post('password-reset', { email: user.email })
    await server.background.settled()
    const token = LINK.exec(mails.mails[0]!.text)![1]!
    const answer = await post('password-reset/confirm', { token, password: NEW_PASSWORD })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([204, undefined])
    expect((await client.request('GET', '/api/v1/auth/me')).status).toBe(401)
    const again = (code?: string) => post('login', { email: user.email, password: NEW_PASSWORD, code })
    expect(await answerOf(again())).toEqual([401, 'second_factor_required'])
    expect(await answerOf(again(codeOf(guarded)))).toBe(204)
  })

  it('is turned off with the password', async () => {
    const { user, client, recoveryCodes } = await turnOn(await server.newOwner())
    const off = (password: string) => client.request('POST', `${PATH}/disable`, { password })
    expect((await off('wrong')).status).toBe(400)
    expect(await answerOf(login(user))).toEqual([401, 'second_factor_required'])
    expect((await off(PASSWORD)).status).toBe(204)
    expect((await off(PASSWORD)).status).toBe(409)
    expect(await answerOf(login(user))).toBe(204)
    // A code that means nothing is ignored, as it was before there was any.
    expect(await answerOf(login(user, recoveryCodes[0]))).toBe(204)
    expect(await subjectsTo(user)).toEqual(['Two-factor sign-in was turned off'])
  })

  it('an owner turns it off for anyone else, an admin for members; the member is told', async () => {
    const owner = await server.newOwner()
    const [admin, other, member] = [
      await server.newMember(owner.orgId, 'admin'),
      await server.newMember(owner.orgId, 'admin'),
      await server.newMember(owner.orgId, 'member'),
    ]
    const by = { owner: await turnOn(owner), admin: await server.signIn(admin) }
    const guarded = await turnOn(member)
    await turnOn(other)
    const off = (client: ApiClient, { userId }: TestUser) =>
      client.request('DELETE', `/api/v1/members/${userId}/two-factor`)
    for (const user of [owner, other]) expect((await off(by.admin, user)).status).toBe(403)
    expect((await off(guarded.client, other)).status).toBe(403)
    expect((await off(by.owner.client, owner)).status).toBe(403)
    expect((await off(by.owner.client, admin)).status).toBe(409)
    const factorsSeenBy = async (client: ApiClient) => {
      const { members } = await client.get<{ members: { id: string; two_factor: boolean | null }[] }>(
        '/api/v1/members',
      )
      return [member, admin].map(({ userId }) => members.find(({ id }) => id === userId)!.two_factor)
    }
    expect(await factorsSeenBy(by.admin)).toEqual([true, false])
    expect(await factorsSeenBy(guarded.client)).toEqual([null, null])
    expect(await off(by.admin, member)).toMatchObject({ status: 200, body: { two_factor: false } })
    expect((await off(by.owner.client, other)).status).toBe(200)
    expect(await answerOf(login(member))).toBe(204)
    expect(await subjectsTo(member)).toEqual(['Two-factor sign-in was turned off'])
    expect((await actions(by.owner.client))[0]).toBe('two_factor.disabled')
  })

  it('goes with the member', async () => {
    const owner = await turnOn(await server.newOwner())
    const { user } = await turnOn(await server.newMember(owner.user.orgId, 'member'))
    expect((await owner.client.request('DELETE', `/api/v1/members/${user.userId}`)).status).toBe(200)
    for (const table of ['two_factor', 'recovery_code'] as const) {
      const rows = server.database.queries.selectFrom(table).select('user_id')
      expect(await rows.where('user_id', '=', user.userId).execute()).toEqual([])
    }
  })

  it('with another installation key, recovery codes still sign in, and the answer says why codes do not', async () => {
    const guarded = await turnOn(await server.newOwner())
    const { user, recoveryCodes } = guarded
    const ofUser = server.database.queries.updateTable('two_factor').set({ sealed_secret: 'of another' })
    await ofUser.where('user_id', '=', user.userId).execute()
    const refused = await login(user, codeOf(guarded))
    expect([refused.status, refused.json?.error]).toEqual([401, 'invalid_second_factor'])
    expect(refused.json?.message).toMatch(/installation key was changed/)
    expect(await answerOf(login(user, recoveryCodes[0]))).toBe(204)
  })
})
