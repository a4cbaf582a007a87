import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { errata } from '../support/server/run-errata.ts'
import { OWNER } from '../support/server/service.ts'

/*
 * Two organizations of one running service, the second made by the command line. Every route, both ways, with what
 * is read and changed: access-matrix; the data level: row-security, tenant-rules.
 */

describeOn(ENGINES, 'Two organizations of one service', (engine) => {
  let journey: Journey
  let databaseUrl: string | null
  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    journey = await Journey.start({ databaseUrl })
  })
  afterAll(() => journey?.close())

  it('Anything of another organization is 404, never 403', async () => {
    const owner = { email: `${randomUUID()}@example.com`, password: OWNER.password }
    const words = ['--name', 'Other', '--owner-email', owner.email, '--owner-password', owner.password]
    const env = {
      SVC_DATA_DIR: journey.service.dataDir,
      ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }),
    }
    const made = await errata(['org', 'create', ...words], env)
    expect([made.code, made.stderr]).toEqual([0, expect.any(String)])
    const stranger = new ApiClient(journey.service.url)
    await stranger.login(owner.email, owner.password)
    const eventId = await journey.send({ kind: 'Private' })
    const { id } = await journey.issue('Private')
    const { project } = journey
    const { user } = await journey.client.get<{ user: { id: string } }>('/api/v1/auth/me')
    const token = await journey.token(['read:agent'])
    const asks: [string, string, unknown?][] = [
      ['GET', `/api/v1/issues/${id}`],
      ['PATCH', `/api/v1/issues/${id}`, { status: 'resolved' }],
      ['POST', `/api/v1/issues/${id}/snooze`, { mode: '4h' }],
      ['POST', '/api/v1/issues/merge', { canonical_id: id, merge_ids: [id] }],
      ['POST', '/api/v1/issues/split', { canonical_id: id, split_ids: [id] }],
      ...['merged', 'events', 'releases', 'timeline', 'activity', 'comments'].map(
        (what): [string, string] => ['GET', `/api/v1/issues/${id}/${what}`],
      ),
      ['GET', `/api/v1/issues?project_id=${project.id}`],
      ['GET', `/api/v1/events/${eventId}`],
      ['GET', `/api/v1/projects/${project.id}`],
      ['PATCH', `/api/v1/projects/${project.id}`, { name: 'mine' }],
      ['DELETE', `/api/v1/projects/${project.id}`],
      ['GET', `/api/v1/projects/${project.id}/dsn-keys`],
      ['POST', `/api/v1/projects/${project.id}/dsn-keys`],
      ['POST', `/api/v1/dsn-keys/${project.keys[0]!.id}/revoke`],
      ['PATCH', `/api/v1/members/${user.id}`, { role: 'member' }],
      ['DELETE', `/api/v1/members/${user.id}`],
      ['POST', `/api/v1/agent-tokens/${token.id}/revoke`],
    ]
    for (const [method, path, body] of asks) {
      expect(await journey.refusal(method, path, { by: stranger, body }), `${method} ${path}`).toEqual([
        404,
        'not_found',
      ])
    }
    expect(await stranger.get('/api/v1/issues?window=90d')).toMatchObject({ issues: [], total: 0 })
    expect(await stranger.get('/api/v1/projects')).toEqual({ projects: [] })
    expect(await stranger.get(`/api/v1/events/${eventId}/feedback`)).toEqual({ feedback: [] })
    const bulk = await stranger.request('PATCH', '/api/v1/issues/bulk', { ids: [id], action: 'resolve' })
    expect(bulk).toMatchObject({ status: 200, body: { updated: 0 } })
    const trends = await stranger.request('POST', '/api/v1/issues/trends', { issue_ids: [id] })
    expect(JSON.stringify(trends.body)).not.toMatch(/"count":[1-9]/)
    expect(await journey.client.get(`/api/v1/issues/${id}`)).toMatchObject({ status: 'unresolved' })
  })
})
