import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import type { ApiServer } from '../support/server/api-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'
import type { OidcServer } from '../support/single-sign-on/oidc-server.ts'
import { SsoBrowser } from '../support/single-sign-on/sso-browser.ts'
import { problemOf, SsoFixture } from '../support/single-sign-on/sso-fixture.ts'

const CALLBACK = '/api/v1/auth/single-sign-on/callback'

describe('single sign-on', () => {
  let server: ApiServer
  let provider: OidcServer
  const fixture = ofSuite(() => SsoFixture.start(ENGINES[0]!))
  beforeAll(() => {
    ;({ server, provider } = fixture)
  })
  beforeEach(() => fixture.begin())

  it('trusts no ID token that is not for this sign-in and signed by the provider', async () => {
    const owner = await server.newOwner()
    fixture.personIs(owner.email)
    const past = Math.floor(Date.now() / 1000) - 3600
    const forgeries: Partial<OidcServer>[] = [
      { forged: { nonce: 'of another sign-in' } },
      { forged: { aud: 'another client' } },
      { forged: { iss: 'https://evil.test' } },
      { forged: { exp: past, iat: past - 300 } },
      { forged: { aud: ['errata', 'another client'], azp: 'another client' } },
      { foreignKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
      { forgedHead: { alg: 'none' } },
      { forgedHead: { alg: 'HS256' } },
      { forgedHead: { kid: 'unknown' } },
      { forgedHead: { crit: ['exp'] } },
    ]
    for (const forgery of forgeries) {
      Object.assign(provider, { forged: {}, foreignKey: null, forgedHead: {} }, forgery)
      const victim = fixture.browser()
      expect(problemOf(await victim.signIn())).toBe('failed')
      expect(await victim.who()).toBeNull()
    }
    expect(server.log).toContain('single sign-on failed at the provider')
  })

  it('links no account whose subject is none, or cannot be stored as it is', async () => {
    const owner = await server.newOwner()
    const member = fixture.browser()
    for (const sub of ['', 'a\0b', 'a\ud800b', 'x'.repeat(256)]) {
      fixture.personIs(owner.email, { sub })
      expect([sub, problemOf(await member.signIn())]).toEqual([sub, 'failed'])
    }
    fixture.personIs(owner.email, { email_verified: ['true'] })
    expect(problemOf(await member.signIn())).toBe('unverified_email')
    expect(await member.who()).toBeNull()
    fixture.personIs(owner.email, { sub: 'x'.repeat(255) })
    expect(await member.signIn()).toBe('/issues')
  })

  it('takes back only the browser that went, once, and in time', async () => {
    const owner = await server.newOwner()
    fixture.personIs(owner.email)
    const victim = fixture.browser()
    const back = await victim.atProvider(await victim.begin())
    expect(problemOf((await fixture.browser().request(back)).headers.get('location'))).toBe('expired')

    const other = fixture.browser()
    await other.begin()
    expect(problemOf((await other.request(back)).headers.get('location'))).toBe('failed')
    expect(problemOf((await victim.request(`${CALLBACK}?state=x&code=y`)).headers.get('location'))).toBe(
      'failed',
    )
    // Its cookie went with the first answer.
    expect(problemOf((await victim.request(back)).headers.get('location'))).toBe('expired')

    const slow = fixture.browser()
    const late = await slow.atProvider(await slow.begin())
    server.stoppedAt! += 11 * 60_000
    expect(problemOf((await slow.request(late)).headers.get('location'))).toBe('expired')
    for (const each of [victim, other, slow]) expect(await each.who()).toBeNull()
  })

  it('asks for the keys of the provider again after a failure', async () => {
    const owner = await server.newOwner()
    fixture.personIs(owner.email)
    const member = fixture.browser()
    expect(await member.signIn()).toBe('/issues')
    provider.replaceKey()
    server.stoppedAt! += 60_000
    expect(problemOf(await member.signIn())).toBe('failed')
    expect(await member.signIn()).toBe('/issues')
  })

  it('says that the provider denied it, in words of its own', async () => {
    provider.denial = 'access_denied'
    const denied = fixture.browser()
    const location = await denied.signIn('?return=/alerts')
    expect(location).toBe('/login?problem=denied&return=%2Falerts')
    provider.denial = 'invalid_scope'
    expect(problemOf(await fixture.browser().signIn())).toBe('failed')
  })

  it('reads answers of the provider up to 1 MiB, and no further', async () => {
    const owner = await server.newOwner()
    fixture.personIs(owner.email)
    const member = fixture.browser()
    const answerAfter = async (padding: number) => {
      const back = await member.atProvider(await member.begin())
      provider.padding = padding
      const { headers } = await member.request(back)
      provider.padding = 0
      return headers.get('location')
    }
    expect(problemOf(await answerAfter(2 * 1024 * 1024))).toBe('failed')
    expect(await answerAfter(512 * 1024)).toBe('/issues')
  })

  it('stops an address that sends wrong answers, and asks the provider no more', async () => {
    const owner = await server.newOwner()
    fixture.personIs(owner.email)
    provider.forged = { aud: 'another client' }
    const guesser = new SsoBrowser(server.url, { 'x-forwarded-for': '203.0.113.7' })
    const problems = new Set<string | null>()
    for (let count = 0; count < 30; count++) problems.add(problemOf(await guesser.signIn()))
    expect([...problems]).toEqual(['failed'])
    provider.forged = {}
    const before = provider.tokenRequests
    expect(problemOf(await guesser.signIn())).toBe('too_many')
    expect(provider.tokenRequests).toBe(before)
    const elsewhere = fixture.browser()
    expect(await elsewhere.signIn()).toBe('/issues')
  })
})

describe('without a provider', () => {
  it('there is nothing to sign in with', async () => {
    const { server, close } = await startMailingServer(ENGINES[0]!)
    const browser = new SsoBrowser(server.url)
    expect(await browser.json('/api/v1/setup')).not.toHaveProperty('single_sign_on')
    for (const path of ['/api/v1/auth/single-sign-on', CALLBACK]) {
      expect((await browser.request(path)).status).toBe(404)
    }
    expect((await browser.sendCode('123456')).status).toBe(404)
    await close()
  })
})
