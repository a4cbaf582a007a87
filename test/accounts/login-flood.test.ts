import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { PASSWORD, startApiServer } from '../support/server/api-server.ts'

/** More than may wait of one network; the password hashing never idles. */
const ATTACKERS = 70
const SIGN_INS = 4
/** As many as an address may fail with. */
const GUESSES = 10

it('a flood of sign-ins from one network keeps nobody else from signing in', async () => {
  const server = await startApiServer({ trustProxy: true })
  onTestFinished(() => server.close())
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

it('a password change that is refused because the service is busy does not count as failed', async () => {
  const server = await startApiServer()
  onTestFinished(() => server.close())
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
