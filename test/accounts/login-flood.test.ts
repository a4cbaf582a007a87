import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { onDatabase } from '../support/database/on-database.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { ofTest } from '../support/of-suite.ts'
import { PASSWORD, startApiServer } from '../support/server/api-server.ts'

/** More than may wait of one network; the password hashing never idles. */
const ATTACKERS = 70
const SIGN_INS = 4
/** As many as an address may fail with. */
const GUESSES = 10

it('a flood of sign-ins from one network keeps nobody else from signing in', async () => {
  const server = await ofTest(startApiServer({ trustProxy: true }))
  const { email } = await server.newOwner()
  const login = async (credentials: { email: string; password: string }, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify(credentials)
    return (await sendRaw(server.url, { path: '/api/v1/auth/login', headers, body })).status
  }
  const flood = { isOn: true, networks: 0, refused: 0 }
  const attack = async () => {
    while (flood.isOn) {
      const address = `2001:db8:bad:${(flood.networks++).toString(16)}::1`
      const status = await login({ email: 'nobody@example.com', password: 'wrong' }, address)
      if (status === 429) flood.refused++
    }
  }
  const attackers = Array.from({ length: ATTACKERS }, attack)
  const statuses: number[] = []
  for (let n = 0; n < SIGN_INS; n++)
    statuses.push(await login({ email, password: PASSWORD }, `198.51.100.${n}`))
  flood.isOn = false
  await Promise.all(attackers)
  expect(flood.refused).toBeGreaterThan(0)
  expect(statuses).toEqual(Array(SIGN_INS).fill(204))
})

it('the many networks that one customer can have guess no more at an account than a few', async () => {
  const server = await ofTest(startApiServer({ trustProxy: true }))
  const { email } = await server.newOwner()
  const login = async (as: string, password: string, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ email: as, password })
    return (await sendRaw(server.url, { path: '/api/v1/auth/login', headers, body })).status
  }
  const network = (n: number): string => `2001:db8:9:${n.toString(16)}::1`
  for (let n = 0; n < 100; n++)
    expect(await login(email, 'wrong', network(Math.floor(n / GUESSES)))).toBe(401)
  expect(await login(email, PASSWORD, network(10))).toBe(429)
  const { email: other } = await server.newOwner()
  expect(await login(other, PASSWORD, network(10))).toBe(204)
  expect(await login(email, PASSWORD, '2001:db8:a:1::1')).toBe(204)
  // That success forgives nothing here.
  expect(await login(email, PASSWORD, network(11))).toBe(429)
})

it.skipIf(postgresMissing)(
  'sign-ins that wait for PostgreSQL leave connections to everyone else',
  async () => {
    const databaseUrl = await sharedDatabase()
    const engine = { name: 'PostgreSQL', missing: null, databaseUrl: async () => databaseUrl } as const
    const server = await ofTest(startApiServer({ engine, trustProxy: true }))
    const client = await server.signIn(await server.newOwner())
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    onTestFinished(() => other.end())
    const waiting = async (): Promise<number> => {
      const text = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return (await onDatabase<{ count: number }>(databaseUrl, text))[0]!.count
    }
    await other.query('BEGIN; LOCK TABLE login_failure')
    const logins = Array.from({ length: 20 }, (_, network) =>
      sendRaw(server.url, {
        path: '/api/v1/auth/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${network}::1` },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
      }),
    )
    await expect.poll(waiting).toBeGreaterThanOrEqual(2)
    const listed = client.request('GET', '/api/v1/projects').then(({ status }) => status)
    expect(await Promise.race([listed, sleep(5000)])).toBe(200)
    expect(await waiting()).toBe(2)
    await other.query('COMMIT')
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(20).fill(401))
  },
)

it('a password change that is refused because the service is busy does not count as failed', async () => {
  const server = await ofTest(startApiServer())
  const owner = await server.newOwner()
  const client = await server.signIn(owner)
  const change = (current_password: string) =>
    client.request('POST', '/api/v1/auth/password', { current_password, new_password: 'a longer passphrase' })
  const busy = { isOn: true }
  const lane = { name: owner.userId, isReserved: true }
  const keepBusy = async () => {
    while (busy.isOn) await server.passwords.verify(null, '', lane).catch(() => sleep(1))
  }
  const others = Array.from({ length: ATTACKERS }, keepBusy)
  for (let guess = 0; guess < GUESSES; guess++) {
    const { status, body } = await change('wrong')
    expect(status).toBe(429)
    expect(body).toMatchObject({ message: expect.stringContaining('at once') })
  }
  busy.isOn = false
  await Promise.all(others)
  expect((await change(PASSWORD)).status).toBe(204)
})
