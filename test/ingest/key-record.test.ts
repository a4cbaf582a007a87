import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditPage } from '#contract/account/audit.ts'
import type { DsnKey } from '#contract/project/project.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { KeyFixture } from '../support/key-fixture.ts'

const PAGE = 'https://shop.example.com'
const NO_LIMITS = { hourly_cap: null, allowed_origins: null, client_events_per_minute: null }

describeOn(ONE_ENGINE, 'limits of a DSN key as an Admin sets them', (engine) => {
  let keys: KeyFixture

  beforeAll(async () => {
    keys = await KeyFixture.start({ databaseUrl: await engine.databaseUrl() })
  })
  afterAll(() => keys?.journey.close())

  describe('the key record', () => {
    it('has none by default, shows what is set, and keeps what a PATCH leaves out', async () => {
      const key = await keys.newKey()
      expect(key).toMatchObject(NO_LIMITS)
      const limits = {
        hourly_cap: 500,
        allowed_origins: [
          'https://SHOP.example.com/',
          'https://shop.example.com',
          'https://*.example.com:443',
        ],
        client_events_per_minute: 60,
      }
      const shown = { ...limits, allowed_origins: [PAGE, 'https://*.example.com'] }
      expect(await keys.newKey(limits)).toMatchObject(shown)
      expect(await keys.patch(key, limits)).toMatchObject({ label: 'web', ...shown })
      expect(await keys.patch(key, { label: 'pages', allowed_origins: null })).toMatchObject({
        ...shown,
        label: 'pages',
        allowed_origins: null,
      })
      const path = `/api/v1/projects/${key.project_id}/dsn-keys`
      const { keys: listed } = await keys.journey.client.get<{ keys: DsnKey[] }>(path)
      expect(listed.find(({ id }) => id === key.id)).toMatchObject({ label: 'pages', hourly_cap: 500 })
      expect(listed.find(({ id }) => id === key.id)).not.toHaveProperty('secret_key')
    })

    it.each([
      { name: 'a cap below 0', body: { hourly_cap: -1 }, path: 'hourly_cap' },
      { name: 'a cap in words', body: { hourly_cap: 'many' }, path: 'hourly_cap' },
      { name: 'a rate of 0', body: { client_events_per_minute: 0 }, path: 'client_events_per_minute' },
      { name: 'a huge rate', body: { client_events_per_minute: 60_001 }, path: 'client_events_per_minute' },
      { name: 'an empty list', body: { allowed_origins: [] }, path: 'allowed_origins' },
      { name: 'a bare host', body: { allowed_origins: [PAGE, 'example.com'] }, path: 'allowed_origins.1' },
      { name: 'a path', body: { allowed_origins: [`${PAGE}/cart`] }, path: 'allowed_origins.0' },
      { name: 'a long list', body: { allowed_origins: Array(51).fill(PAGE) }, path: 'allowed_origins' },
      { name: 'a blank label', body: { label: ' ' }, path: 'label' },
      { name: 'no change', body: {}, path: '' },
    ])('$name is refused, and says where', async ({ body, path }) => {
      const key = await keys.newKey()
      const answer = await keys.journey.client.request<{ error: string; details: { path: string }[] }>(
        'PATCH',
        `/api/v1/dsn-keys/${key.id}`,
        body,
      )
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
      expect(answer.body.details.map((detail) => detail.path)).toContain(path)
    })

    it('changes are in the audit log, with what was before; no change leaves none', async () => {
      const key = await keys.newKey({ hourly_cap: 5 })
      await keys.patch(key, { hourly_cap: 9, allowed_origins: [PAGE] })
      await keys.patch(key, { hourly_cap: 9 })
      const { entries } = await keys.journey.client.get<AuditPage>(`/api/v1/audit-log?target_id=${key.id}`)
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ['dsn_key.changed', { hourly_cap: { from: 5, to: 9 }, allowed_origins: { from: null, to: [PAGE] } }],
        ['dsn_key.created', { project_id: key.project_id, project: expect.any(String), hourly_cap: 5 }],
      ])
    })

    it('is changed by Admins only, and not once it is revoked', async () => {
      const key = await keys.newKey()
      const path = `/api/v1/dsn-keys/${key.id}`
      const change = { body: { hourly_cap: 1 } }
      const [member, admin] = [await keys.journey.member('member'), await keys.journey.member('admin')]
      const tokens = [await keys.journey.token(['write:triage']), await keys.journey.token(['write:admin'])]
      const callers = [member.client, admin.client, ...tokens.map(({ client }) => client)]
      const seen = await Promise.all(
        callers.map((by) => keys.journey.refusal('PATCH', path, { ...change, by })),
      )
      expect(seen.map(([status]) => status)).toEqual([403, 200, 403, 200])
      await keys.journey.client.request('POST', `${path}/revoke`)
      expect(await keys.journey.refusal('PATCH', path, change)).toEqual([404, 'not_found'])
      expect(await keys.journey.refusal('PATCH', `/api/v1/dsn-keys/${randomUUID()}`, change)).toEqual([
        404,
        'not_found',
      ])
    })
  })
})
