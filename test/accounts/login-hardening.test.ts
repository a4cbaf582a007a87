import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type RawAnswer, sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, cookieOf, PASSWORD, startApiServer } from '../support/server/api-server.ts'

/** From the OWASP password storage cheat sheet, for argon2id with one lane: 19 MiB and 2 passes. */
const OWASP_MINIMUM = { m: 19_456, t: 2, p: 1 }
const SAMPLES = 20
let addresses = 0
/** An address that nothing was tried from yet. */
const newAddress = (): string => `198.51.${(addresses >> 8) & 255}.${addresses++ & 255}`

function sendLogin(
  server: ApiServer,
  credentials: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return sendRaw(server.url, {
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(credentials),
  })
}

describeOn(ONE_ENGINE, 'throttling without lock-out', (engine) => {
  const server = ofSuite(() => startApiServer({ engine, trustProxy: true }))

  const login = (email: string, password: string, address: string) =>
    sendLogin(server, { email, password }, { 'x-forwarded-for': address })
  const failTimes = async (times: number, email: string, address: string): Promise<void> => {
    for (let n = 0; n < times; n++) expect((await login(email, 'wrong', address)).status).toBe(401)
  }

  it('10 failures per address and e-mail → 429 there; the right password from elsewhere still works', async () => {
    const { email } = await server.newOwner()
    const attacker = newAddress()
    await failTimes(10, email, attacker)
    expect((await login(email, PASSWORD, attacker)).status).toBe(429)
    expect((await login(email, PASSWORD, newAddress())).status).toBe(204)
    // That success forgives nothing elsewhere.
    expect((await login(email, PASSWORD, attacker)).status).toBe(429)
  })

  it("many addresses at once don't lock anyone out", async () => {
    const { email } = await server.newOwner()
    for (let n = 0; n < 5; n++) await failTimes(10, email, newAddress())
    expect((await login(email, PASSWORD, newAddress())).status).toBe(204)
  })

  it("a clock that is set back doesn't lock anyone out", async () => {
    const [{ email }, address] = [await server.newOwner(), newAddress()]
    server.clockAhead = 24 * 3600_000
    await failTimes(10, email, address)
    expect((await login(email, PASSWORD, address)).status).toBe(429)
    server.clockAhead = 0
    expect((await login(email, PASSWORD, address)).status).toBe(204)
  })

  it('an office behind one address signs in as often as it likes: only failures count', async () => {
    const [{ email }, address] = [await server.newOwner(), newAddress()]
    for (let n = 0; n < 105; n += 7) {
      const answers = await Promise.all(Array.from({ length: 7 }, () => login(email, PASSWORD, address)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    }
    // Of one address with many e-mail addresses they still do, whatever succeeds in between.
    for (let n = 0; n < 100; n++) {
      expect((await login(`${n}@example.com`, 'wrong', address)).status).toBe(401)
      if (n === 50) expect((await login(email, PASSWORD, address)).status).toBe(204)
    }
    expect((await login(email, PASSWORD, address)).status).toBe(429)
  })

  it("one member who keeps failing doesn't lock out anyone else", async () => {
    const [{ email }, other, address] = [await server.newOwner(), await server.newOwner(), newAddress()]
    await failTimes(10, email, address)
    for (let n = 0; n < 20; n++) expect((await login(email, 'wrong', address)).status).toBe(429)
    expect((await login(other.email, PASSWORD, address)).status).toBe(204)
  })

  it('a browser that was signed in before is let in where strangers have used up the attempts', async () => {
    const [{ email }, address] = [await server.newOwner(), newAddress()]
    const session = cookieOf((await login(email, PASSWORD, address)).headers)
    const me = (sent: string) =>
      sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers: { cookie: sent } })
    const device = (await me(session)).headers['set-cookie']![0]!
    expect(device).toMatch(/^Svc\.device=/)
    expect(device).toMatch(/; HttpOnly/)
    const cookie = device.split(';')[0]!
    expect((await me(`${session}; ${cookie}`)).headers['set-cookie']).toBeUndefined()
    await failTimes(10, email, address)
    for (let n = 0; n < 99; n++) {
      expect((await login(`${n}-${email}`, 'wrong', address)).status).toBe(401)
    }
    expect((await login(email, PASSWORD, address)).status).toBe(429)
    const known = (as: string, password: string, sent = cookie) =>
      sendLogin(server, { email: as, password }, { 'x-forwarded-for': address, cookie: sent })
    expect((await known(email, PASSWORD)).status).toBe(204)
    // For this member only, as it was given, and with a limit of its own.
    const { email: other } = await server.newOwner()
    expect((await known(other, PASSWORD)).status).toBe(429)
    expect((await known(email, PASSWORD, `${cookie.slice(0, -3)}AAA`)).status).toBe(429)
    for (let n = 0; n < 10; n++) expect((await known(email, 'wrong')).status).toBe(401)
    expect((await known(email, PASSWORD)).status).toBe(429)
    // Other text for the same bytes: the last character (A, Q, g or w) has four bits that mean nothing.
    const respelled = cookie.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
    expect((await known(email, PASSWORD, respelled)).status).toBe(429)
  })

  it('an address that is not of the internet stands for many people', async () => {
    const { email } = await server.newOwner()
    for (let n = 0; n < 110; n++) {
      expect((await login(`${n}-${email}`, 'wrong', '10.20.30.40')).status).toBe(401)
    }
    expect((await login(email, PASSWORD, '10.20.30.40')).status).toBe(204)
  })

  it('an unknown e-mail address is throttled the same way', async () => {
    const [email, address] = [`${randomUUID()}@example.com`, newAddress()]
    await failTimes(10, email, address)
    const refused = await login(email, 'wrong', address)
    expect([refused.status, refused.json?.error]).toEqual([429, 'rate_limit_exceeded'])
  })

  it('neither the case of the e-mail address nor the addresses of one IPv6 network count apart', async () => {
    const email = `${randomUUID()}@example.com`
    for (let n = 0; n < 10; n++) {
      const written = n % 2 ? email.toUpperCase() : ` ${email} `
      expect((await login(written, 'wrong', `2001:db8:7:7::${n + 1}`)).status).toBe(401)
    }
    expect((await login(email, 'wrong', '2001:db8:7:7:ffff::1')).status).toBe(429)
    expect((await login(email, 'wrong', '2001:db8:7:8::1')).status).toBe(401)
  })

  it('entries that a client puts before the proxy’s are not trusted', async () => {
    const [email, address] = [`${randomUUID()}@example.com`, newAddress()]
    for (let n = 0; n < 10; n++) {
      expect((await login(email, 'wrong', `${newAddress()}, ${address}`)).status).toBe(401)
    }
    expect((await login(email, 'wrong', `${newAddress()}, ${address}`)).status).toBe(429)
  })

  it('a password change guesses no more than a login', async () => {
    const user = await server.newOwner()
    const cookie = cookieOf((await login(user.email, PASSWORD, newAddress())).headers)
    const address = newAddress()
    const guess = () =>
      sendRaw(server.url, {
        path: '/api/v1/auth/password',
        headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ current_password: 'wrong', new_password: 'another good phrase' }),
      })
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })
})

describe('`SVC_TRUST_PROXY` off', () => {
  it('`X-Forwarded-For` is not looked at: every request counts for the address it came from', async () => {
    const server = await startApiServer()
    try {
      const { email } = await server.newOwner()
      const attempt = (password: string) =>
        sendLogin(server, { email, password }, { 'x-forwarded-for': newAddress(), 'x-real-ip': newAddress() })
      for (let n = 0; n < 10; n++) expect((await attempt('wrong')).status).toBe(401)
      expect((await attempt(PASSWORD)).status).toBe(429)
    } finally {
      await server.close()
    }
  })
})

describe('a proxy that the settings do not know', () => {
  it('is warned of once', async () => {
    const server = await startApiServer()
    try {
      const credentials = { email: 'nobody@example.com', password: 'wrong' }
      await sendLogin(server, credentials)
      expect(server.log).not.toContain('SVC_TRUST_PROXY')
      for (let n = 0; n < 3; n++) await sendLogin(server, credentials, { 'x-forwarded-for': newAddress() })
      expect(server.log.split('SVC_TRUST_PROXY is not set')).toHaveLength(2)
    } finally {
      await server.close()
    }
  })
})

describe('a failed login', () => {
  const server = ofSuite(() => startApiServer({ trustProxy: true }))

  async function timed(email: string, password: string): Promise<number> {
    const began = performance.now()
    const answer = await sendLogin(server, { email, password }, { 'x-forwarded-for': newAddress() })
    const ms = performance.now() - began
    expect(answer.status).toBe(401)
    return ms
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

  it('same body and time for an unknown user', async () => {
    const { email } = await server.newOwner()
    const tooLong = 'x'.repeat(10_000)
    const times: Record<'wrong' | 'unknown' | 'tooLong', number[]> = { wrong: [], unknown: [], tooLong: [] }
    for (let n = 0; n < SAMPLES; n++) {
      times.wrong.push(await timed(email, 'wrong password'))
      times.unknown.push(await timed(`${randomUUID()}@example.com`, 'wrong password'))
      times.tooLong.push(await timed(email, tooLong))
    }
    // Without the hash that nobody has, an unknown user is answered ten times as fast.
    expect(median(times.unknown) / median(times.wrong)).toBeGreaterThan(0.6)
    expect(median(times.unknown) / median(times.wrong)).toBeLessThan(1.6)
    expect(median(times.tooLong) / median(times.wrong)).toBeGreaterThan(0.5)
  })

  it('argon2id with no less than the OWASP minimum, a salt for each', async () => {
    const owners = [await server.newOwner(), await server.newOwner()]
    const change = { current_password: PASSWORD, new_password: 'the same phrase of both' }
    for (const owner of owners) {
      const client = await server.signIn(owner)
      expect((await client.request('POST', '/api/v1/auth/password', change)).status).toBe(204)
    }
    const ids = owners.map(({ userId }) => userId)
    const users = server.database.queries.selectFrom('app_user').select('password_hash')
    const rows = await users.where('id', 'in', ids).execute()
    const hashes = rows.map(({ password_hash }) => password_hash!)
    expect(new Set(hashes).size).toBe(2)
    const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$[\w+/]{43}$/
    for (const hash of hashes) {
      const [, m, t, p, salt] = shape.exec(hash)!
      expect(Number(m)).toBeGreaterThanOrEqual(OWASP_MINIMUM.m)
      expect(Number(t)).toBeGreaterThanOrEqual(OWASP_MINIMUM.t)
      expect(Number(p)).toBeGreaterThanOrEqual(OWASP_MINIMUM.p)
      expect(Buffer.from(salt!, 'base64').byteLength).toBeGreaterThanOrEqual(16)
    }
  })
})
