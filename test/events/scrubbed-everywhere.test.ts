import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { type Service, startService } from '../support/server/service.ts'

const SECRET = 'hunter2x9'

/** The same secret in every place of an event from which something else is made or found. */
const EVENT = {
  platform: 'python',
  release: `shop@1.0+token=${SECRET}`,
  environment: `prod password=${SECRET}`,
  transaction: `/reset?token=${SECRET}`,
  server_name: `https://app:${SECRET}@web`,
  logger: `password=${SECRET}`,
  tags: { token: SECRET, note: `password=${SECRET}` },
  user: { id: '7', username: `password=${SECRET}` },
  fingerprint: ['{{ default }}', `password=${SECRET}`],
  extra: { 'sys.argv': ['run', '--password', SECRET], [`password=${SECRET}`]: '' },
  breadcrumbs: { values: [{ message: `login password=${SECRET}`, data: { api_key: SECRET } }] },
  request: { url: `https://app:${SECRET}@shop/x?token=${SECRET}`, headers: { Cookie: `sid=${SECRET}` } },
  exception: {
    values: [
      {
        type: 'LoginError',
        value: `refused password=${SECRET}`,
        stacktrace: { frames: [{ function: 'login', filename: 'shop.py', vars: { secret: SECRET } }] },
      },
    ],
  },
}

describeOn(ONE_ENGINE, 'A secret of an event through the whole service', (engine) => {
  let service: Service
  let client: ApiClient
  beforeAll(async () => {
    const env = { SVC_SPIKE_EVENTS_PER_MINUTE: '2' }
    service = await startService({ databaseUrl: await engine.databaseUrl(), env })
    client = await signedIn(service.url)
  })
  afterAll(() => service?.close())

  test('is in no answer and found by no search, also where only the count was kept', async () => {
    const project = await client.createProject('shop')
    for (let count = 0; count < 5; count++) {
      const event_id = crypto.randomUUID().replaceAll('-', '')
      const body = [{}, { type: 'event' }, { ...EVENT, event_id, timestamp: Date.now() / 1000 }]
      const lines = body.map((line) => JSON.stringify(line)).join('\n')
      const response = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body: lines })
      expect(response.status).toBe(200)
    }
    const [issue] = await client.untilCounted(project.id, 5)
    const routes = [
      '/api/v1/issues',
      `/api/v1/issues/${issue!.id}`,
      `/api/v1/issues/${issue!.id}/events`,
      `/api/v1/issues/${issue!.id}/releases`,
      `/api/v1/issues/${issue!.id}/timeline`,
      `/api/v1/issues/${issue!.id}/activity`,
      `/api/v1/projects/${project.id}/releases`,
      '/api/v1/alerts',
    ]
    for (const route of routes) {
      const answer = JSON.stringify(await client.get(route))
      expect(answer, route).not.toContain(SECRET)
    }
    expect(JSON.stringify(await client.get('/api/v1/issues'))).toContain('password=[Filtered]')
    const found = await client.get<{ issues: unknown[] }>(`/api/v1/issues?q=${SECRET}`)
    expect(found.issues).toEqual([])
  })
})
