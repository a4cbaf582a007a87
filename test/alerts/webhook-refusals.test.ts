import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

const URL = 'https://192.0.9.1/hook'

describeOn(ONE_ENGINE, 'Webhooks that are refused say why', (engine) => {
  let client: ApiClient
  let projectId: string
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    client = await server.signIn(await server.newOwner())
    projectId = (await client.createProject('refusals')).id
  })

  const create = (change: object) =>
    client.request<{ id: string; message: string }>('POST', '/api/v1/webhooks', {
      ...{ project_id: projectId, url: URL, format: 'generic', events: ['regression'] },
      ...change,
    })

  test.each([
    [{ format: 'chat_c' }, 'format'],
    [{ events: [] }, 'events'],
    [{ events: ['deployed'] }, 'events.0'],
    [{ events: 'regression' }, 'events'],
    [{ project_id: 'shop' }, 'project_id'],
    [{ url: '' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'http://example.com/' }, 'url'],
    [{ url: 'https://ada:lovelace@example.com/' }, 'url'],
    [{ url: 'https://localhost/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
  ])('400 that names the field: %o', async (change, path) => {
    const answer = await create(change)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', details: [{ path }] } })
  })

  test('a change is judged like the creation', async () => {
    const { body } = await create({})
    const patch = (change: object) => client.request('PATCH', `/api/v1/webhooks/${body.id}`, change)
    for (const change of [{}, { url: 'https://10.0.0.1/' }, { events: [] }, { enabled: 'yes' }]) {
      expect(await patch(change)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
    const events = ['issue_created']
    expect(await patch({ events, unknown: 1 })).toMatchObject({ status: 200, body: { url: URL, events } })
  })

  test('an unknown project is 404, the 21st webhook 409', async () => {
    const missing = crypto.randomUUID()
    expect((await create({ project_id: missing })).status).toBe(404)
    expect((await client.request('GET', `/api/v1/webhooks?project_id=${missing}`)).status).toBe(404)
    const project = await client.createProject('many')
    for (let made = 0; made < 20; made++) expect((await create({ project_id: project.id })).status).toBe(201)
    const further = await create({ project_id: project.id })
    expect(further).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(further.body.message).toMatch(/20 webhooks.*Delete one/)
  })
})
