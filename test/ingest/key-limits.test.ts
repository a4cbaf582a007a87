import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertPage } from '#contract/alert/alert.ts'
import type { DsnKey } from '#contract/project/project.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { KeyFixture, type KeySending } from '../support/key-fixture.ts'
import { untilHourHasRoom, withinMinute } from '../support/server/clock-room.ts'
import { errata } from '../support/server/run-errata.ts'
import { Service } from '../support/server/service.ts'

const PAGE = 'https://shop.example.com'
const proxied = { SVC_TRUST_PROXY: '1', SVC_INGEST_HOURLY_CAP: '60' }

describeOn(ONE_ENGINE, 'limits of a DSN key in force', (engine) => {
  let keys: KeyFixture
  let databaseUrl: string | null

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    keys = await KeyFixture.start({ databaseUrl, env: proxied })
    await untilHourHasRoom(60_000)
  })
  afterAll(() => keys?.journey.close())

  describe('hourly_cap', () => {
    it('is exact, leaves other keys their share, and says so once an hour', async () => {
      const web = await keys.newKey({ hourly_cap: 20 })
      const server = await keys.addKey(web.project_id)
      expect(await keys.statuses(45, web)).toEqual({ 202: 20, 403: 25 })
      const refused = await keys.send(web)
      expect(refused.json).toMatchObject({ error: 'ingest_cap_exceeded' })
      expect(refused.json!.message).toContain('This DSN key has reached its hourly event limit.')
      expect(refused.headers['x-sentry-rate-limits']).toMatch(/^\d+:error;default:key:ingest_cap_exceeded$/)
      expect(await keys.statuses(45, server)).toEqual({ 202: 40, 403: 5 })
      expect((await keys.send(server)).headers['x-sentry-rate-limits']).toMatch(
        /:project:ingest_cap_exceeded$/,
      )
      await keys.journey.client.untilCounted(web.project_id, 60)
      const { alerts } = await keys.journey.client.get<AlertPage>(
        `/api/v1/alerts?project_id=${web.project_id}`,
      )
      const reached = alerts.filter(({ kind }) => kind === 'cap_reached')
      expect(reached.map(({ title }) => title).sort()).toEqual([
        'The hourly limit of 20 events for the DSN key “web” is reached',
        'The hourly limit of 60 events is reached',
      ])
      const ofKey = reached.find(({ title }) => title.includes('web'))
      expect(ofKey?.details).toMatchObject({ cap: 20, dsn_key_id: web.id })
    })

    it('does not count a repeated event, and can be raised and taken away at once', async () => {
      const key = await keys.newKey({ hourly_cap: 1 })
      const id = randomUUID()
      const seen = [await keys.send(key, { id }), await keys.send(key, { id }), await keys.send(key)]
      expect(seen.map(({ status }) => status)).toEqual([202, 202, 403])
      await keys.patch(key, { hourly_cap: 2 })
      expect(await keys.statuses(3, key)).toEqual({ 202: 1, 403: 2 })
      await keys.patch(key, { hourly_cap: null })
      expect(await keys.statuses(3, key)).toEqual({ 202: 3 })
      await keys.patch(key, { hourly_cap: 0 })
      expect(await keys.statuses(3, key)).toEqual({ 403: 3 })
    })
  })

  describe('allowed_origins', () => {
    const statusOf = async (key: DsnKey, options: KeySending) => (await keys.send(key, options)).status

    it('lets pages of the list send, by their Origin or their Referer', async () => {
      const key = await keys.newKey({ allowed_origins: [PAGE, 'https://*.example.org', PAGE] })
      expect(key.allowed_origins).toEqual([PAGE, 'https://*.example.org'])
      expect(await statusOf(key, { origin: PAGE })).toBe(202)
      expect(await statusOf(key, { origin: 'https://a.b.example.org' })).toBe(202)
      expect(await statusOf(key, { referer: `${PAGE}/cart?x=1` })).toBe(202)
      expect(await statusOf(key, { origin: 'https://evil.test', referer: `${PAGE}/cart` })).toBe(403)
    })

    it('refuses other pages, in words that a browser may read', async () => {
      const key = await keys.newKey({ allowed_origins: [PAGE] })
      const refused = await keys.send(key, { origin: 'https://evil.test', dialect: 'sentry' })
      expect([refused.status, refused.json!.error]).toEqual([403, 'forbidden'])
      expect(refused.json!.message).toContain('does not accept events from https://evil.test.')
      expect(refused.json!.message).toContain('under DSN keys')
      expect(refused.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'x-sentry-error': 'forbidden',
      })
      const attempts = await keys.journey.client.get<{ attempts: { code: string }[] }>(
        `/api/v1/projects/${key.project_id}/ingest-attempts`,
      )
      expect(attempts.attempts).toMatchObject([{ code: 'forbidden' }])
    })

    it('refuses what names no page, or hides it', async () => {
      const key = await keys.newKey({ allowed_origins: [PAGE] })
      for (const options of [{}, { origin: 'null' }, { origin: 'nonsense' }]) {
        const refused = await keys.send(key, options)
        expect([refused.status, refused.json!.error]).toEqual([403, 'forbidden'])
      }
      expect((await keys.send(key)).json!.message).toContain('accepts only certain origins')
    })

    it('holds for feedback and release files, and answers a preflight of any page', async () => {
      const key = await keys.newKey({ allowed_origins: [PAGE] })
      const ask = (method: string, path: string) =>
        sendRaw(keys.journey.service.url, {
          method,
          path: `/api/${key.project_id}/${path}?compat_key=${key.public_key}`,
          headers: { Origin: 'https://evil.test' },
        })
      const posts = ['envelope/', 'user-feedback/', 'releases/1.0/files/']
      const answers = await Promise.all(posts.map((path) => ask('POST', path)))
      expect(answers.map(({ status, json }) => [status, json!.error])).toEqual(
        posts.map(() => [403, 'forbidden']),
      )
      expect((await ask('OPTIONS', 'envelope/')).status).toBe(204)
    })
  })

  describe('client_events_per_minute', () => {
    const itWithinMinute = (title: string, work: () => Promise<void>) => it(title, () => withinMinute(work))

    itWithinMinute(
      'holds one client back and no other; IPv6 counts by /64; refused ones use up no cap',
      async () => {
        const key = await keys.newKey({ client_events_per_minute: 5 })
        expect(await keys.statuses(12, key, { from: '203.0.113.7' })).toEqual({ 202: 5, 429: 7 })
        expect(await keys.statuses(4, key, { from: '203.0.113.8' })).toEqual({ 202: 4 })
        expect(await keys.statuses(4, key, { from: '2001:db8::1' })).toEqual({ 202: 4 })
        expect(await keys.statuses(4, key, { from: '2001:db8::2' })).toEqual({ 202: 1, 429: 3 })
        const usage = await keys.journey.client.get<{ hour: { accepted: number } }>(
          `/api/v1/projects/${key.project_id}/usage`,
        )
        expect(usage.hour.accepted).toBe(14)
      },
    )

    itWithinMinute('answers 429 with the header that SDKs stop for, in both dialects', async () => {
      const key = await keys.newKey({ client_events_per_minute: 1 })
      expect((await keys.send(key, { from: '203.0.113.9' })).status).toBe(202)
      for (const dialect of ['compat', 'sentry'] as const) {
        const refused = await keys.send(key, { from: '203.0.113.9', dialect })
        expect([refused.status, refused.json!.error]).toEqual([429, 'rate_limit_exceeded'])
        expect(refused.json!.message).toContain('more than 1 event within a minute')
        const header = refused.headers['x-sentry-rate-limits'] as string
        expect(header).toMatch(/^\d+:error;default:key:client_rate_limit$/)
        expect(Number.parseInt(header, 10)).toBeLessThanOrEqual(60)
        expect(refused.headers['access-control-expose-headers']).toContain('x-sentry-rate-limits')
      }
    })

    itWithinMinute('thousands of addresses lift no limit, and shut nobody out', async () => {
      const key = await keys.newKey({ client_events_per_minute: 2 })
      const project = await keys.journey.client.request('PATCH', `/api/v1/projects/${key.project_id}`, {
        ingest_hourly_cap: 1_000_000,
      })
      expect(project.status).toBe(200)
      expect(await keys.statuses(3, key, { from: '203.0.113.10' })).toEqual({ 202: 2, 429: 1 })
      const addresses = Array.from({ length: 1500 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
      const seen = new Set<number>()
      for (let at = 0; at < addresses.length; at += 50) {
        const answers = await Promise.all(
          addresses.slice(at, at + 50).map((from) => keys.send(key, { from })),
        )
        for (const { status } of answers) seen.add(status)
      }
      expect([...seen]).toEqual([202])
      expect(await keys.statuses(2, key, { from: '203.0.113.10' })).toEqual({ 429: 2 })
      expect(await keys.statuses(2, key, { from: '203.0.113.11' })).toEqual({ 202: 2 })
    })
  })

  if (engine.name !== 'SQLite')
    it('on another node: the cap is shared, and a change is soon in force', async () => {
      const other = new Service({ databaseUrl, env: proxied })
      try {
        await other.start()
        const key = await keys.newKey({ hourly_cap: 20 })
        const [here, there] = await Promise.all([
          keys.statuses(30, key),
          keys.statuses(30, key, { url: other.url }),
        ])
        expect((here[202] ?? 0) + (there[202] ?? 0)).toBe(20)
        await keys.patch(key, { hourly_cap: null, allowed_origins: [PAGE] })
        expect((await keys.send(key)).status).toBe(403)
        const refused = async () => (await keys.send(key, { url: other.url })).json
        await expect.poll(refused).toMatchObject({ error: 'forbidden' })
        expect((await keys.send(key, { url: other.url, origin: PAGE })).status).toBe(202)
      } finally {
        await other.close()
      }
    })

  it('the cap of a key survives a kill -9', async () => {
    const key = await keys.newKey({ hourly_cap: 3 })
    expect(await keys.statuses(2, key)).toEqual({ 202: 2 })
    await keys.journey.service.killHard()
    await keys.journey.service.start()
    expect(await keys.statuses(3, key)).toEqual({ 202: 1, 403: 2 })
  })

  it('every number follows from the rows after all of this', async () => {
    const env = {
      SVC_DATA_DIR: keys.journey.service.dataDir,
      ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }),
    }
    expect(await errata(['verify'], env)).toMatchObject({ code: 0 })
  })
})
