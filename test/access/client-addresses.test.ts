import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ApiClient, type EventRecord, type IssueSummary } from '../support/client/api-client.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { OWNER } from '../support/server/service.ts'

const journey = ofSuite(() => Journey.start({ env: { SVC_TRUST_PROXY: '1' } }))

/** Sends an event whose user's address is the sender's, by a proxy that names it so. */
async function sendBy(forwarded: string, fingerprint: string, ip_address = '{{auto}}'): Promise<EventRecord> {
  const { project } = journey
  const { status, json } = await journey.raw({
    path: `/api/${project.id}/store/`,
    headers: { ...dsnHeaders(project), 'X-Forwarded-For': forwarded },
    body: JSON.stringify({ message: 'm', fingerprint: [fingerprint], user: { ip_address } }),
  })
  expect(status).toBe(202)
  const path = `/api/v1/events/${json!.id}`
  await expect.poll(() => journey.refusal('GET', path)).toEqual([200, undefined])
  return journey.client.get(path)
}

test.each([
  ['with ports', ['203.0.113.7:4711', '203.0.113.7:4712', '203.0.113.7'], '203.0.113.7'],
  ['inside IPv6', ['::ffff:203.0.113.7', '[::FFFF:cb00:7107]:443', '203.0.113.7'], '203.0.113.7'],
  ['with ports, of IPv6', ['[2001:db8::7]:4711', '2001:DB8::7', '2001:db8::7%eth0'], '2001:db8::7'],
])('one user has one address, however a proxy writes it: %s', async (_, written, address) => {
  const fingerprint = randomUUID()
  const events: EventRecord[] = []
  for (const forwarded of written) events.push(await sendBy(`198.51.100.1, ${forwarded}`, fingerprint))
  const users = events.map(({ payload_json }) => payload_json.user)
  expect(users).toEqual(written.map(() => ({ ip_address: address })))
  const issue = await journey.client.get<IssueSummary>(`/api/v1/issues/${events[0]!.issue_id}`)
  expect(issue.unique_user_count).toBe(1)
})

test('an address that the application tells is written like that of a sender', async () => {
  const fingerprint = randomUUID()
  // As Node names the peer of a server that listens on all addresses.
  for (const address of ['::ffff:203.0.113.7', '203.0.113.7']) {
    const { payload_json } = await sendBy('198.51.100.1', fingerprint, address)
    expect(payload_json.user).toEqual({ ip_address: '203.0.113.7' })
  }
})

test.each(['unknown', '_hidden', `"${'x'.repeat(9000)}`])('%.10s is not an address', async (forwarded) => {
  const { payload_json } = await sendBy(forwarded, randomUUID())
  expect(payload_json).not.toHaveProperty('user')
})

test('sessions and the audit log show addresses without ports', async () => {
  const headers = { 'content-type': 'application/json', 'X-Forwarded-For': '[2001:DB8::7]:4711' }
  const login = await journey.raw({ path: '/api/v1/auth/login', headers, body: JSON.stringify(OWNER) })
  const cookie = login.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ')
  const body = JSON.stringify({ name: 'audited' })
  const made = await journey.raw({ path: '/api/v1/projects', headers: { ...headers, cookie }, body })
  expect(made.status).toBe(201)
  const client = new ApiClient(journey.service.url).withCredential({ cookie })
  const { sessions } = await client.get<{ sessions: { ip: string; current: boolean }[] }>(
    '/api/v1/auth/sessions',
  )
  expect(sessions.find(({ current }) => current)?.ip).toBe('2001:db8::7')
  const { entries } = await client.get<{ entries: { ip: string }[] }>('/api/v1/audit-log')
  expect(entries[0]?.ip).toBe('2001:db8::7')
})
