import { beforeEach, expect, test } from 'vitest'
import type { AlertRule, AlertRuleList } from '#contract/alert/alert-rule.ts'
import type { Project } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
interface ErrorBody {
  error?: string
  message?: string
  details?: { path: string; message: string }[]
}

const COUNT = { type: 'count', value: 20 } as const

describeOn(ONE_ENGINE, 'Alert rules as they are kept', (engine) => {
  const fixture = issueServer(engine)
  let project: Project
  beforeEach(async () => {
    project = await fixture.client.createProject('shop')
  })

  const list = (query = `?project_id=${project.id}`) =>
    fixture.client.get<AlertRuleList>(`/api/v1/alert-rules${query}`)
  function post(fields: object = {}) {
    const rule = { project_id: project.id, name: 'Mine', kind: 'velocity', window_minutes: 5 }
    const body = { ...rule, threshold: COUNT, ...fields }
    return fixture.client.request<AlertRule & ErrorBody>('POST', '/api/v1/alert-rules', body)
  }
  function patch(id: string, body: object, client = fixture.client) {
    return client.request<AlertRule & ErrorBody>('PATCH', `/api/v1/alert-rules/${id}`, body)
  }

  test('“A new project has one velocity rule (300 % over the 15 min before, at least 10 events)”', async () => {
    expect(await list()).toEqual({
      rules: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          project_id: project.id,
          name: 'Spike in events',
          enabled: true,
          kind: 'velocity',
          query: '',
          window_minutes: 15,
          threshold: { type: 'percent_increase', value: 300 },
          cooldown_minutes: 60,
          created_at: expect.any(String),
        },
      ],
    })
  })

  test('are made with defaults, listed by project, changed field by field and deleted', async () => {
    const made = await post({ kind: 'custom', query: ' env:production ' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(String),
      project_id: project.id,
      name: 'Mine',
      enabled: true,
      kind: 'custom',
      query: 'env:production',
      window_minutes: 5,
      threshold: COUNT,
      cooldown_minutes: 60,
      created_at: expect.any(String),
    })
    expect(Date.parse(made.body.created_at)).toBeGreaterThanOrEqual(START)
    const changed = await patch(made.body.id, { enabled: false, threshold: { type: 'users', value: 3 } })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...made.body, enabled: false, threshold: { type: 'users', value: 3 } },
    })
    expect((await list()).rules.map(({ name }) => name)).toEqual(['Spike in events', 'Mine'])
    expect((await list('')).rules).toContainEqual(changed.body)
    const path = `/api/v1/alert-rules/${made.body.id}`
    expect(await fixture.client.request('DELETE', path)).toMatchObject({
      status: 200,
      body: { deleted: true },
    })
    expect((await fixture.client.request('DELETE', path)).status).toBe(404)
    expect((await list()).rules).toHaveLength(1)
  })

  test('leave a line in the audit log with what changed', async () => {
    const { id } = (await post()).body
    await patch(id, { name: 'Yours', enabled: true })
    await patch(id, { name: 'Yours' })
    await fixture.client.request('DELETE', `/api/v1/alert-rules/${id}`)
    const log = await fixture.client.get<{ entries: object[] }>(`/api/v1/audit-log?target_id=${id}`)
    const target = { kind: 'alert_rule', id }
    expect(log.entries).toMatchObject([
      { action: 'alert_rule.deleted', target: { ...target, name: 'Yours' } },
      { action: 'alert_rule.changed', details: { name: { from: 'Mine', to: 'Yours' } } },
      { action: 'alert_rule.created', target, details: { project_id: project.id } },
    ])
  })

  test.each<[string, object, RegExp]>([
    ['statuses that rules are quiet for', { query: 'is:ignored' }, /quiet for snoozed and ignored/],
    ['snoozed issues', { query: 'is:snoozed env:a' }, /quiet for snoozed and ignored/],
    ['every other status left out', { query: '!is:open,resolved,regression' }, /quiet for snoozed/],
    [
      'two environments at once',
      { query: 'env:a env:b' },
      /conditions on the environment contradict each other/,
    ],
    ['a level and its negation', { query: 'level:error !level:error' }, /conditions on the level contradict/],
    ['a condition that only issues have', { query: 'events:>10' }, /no events:>10.*threshold/],
    ['a level that is none', { query: 'level:eror' }, /level:eror is not a condition.*spelling/],
    ['a person', { query: 'assigned:ada@example.com' }, /can't match a particular assignee/],
    ['a custom rule without a query', { kind: 'custom', query: ' ' }, /A custom rule needs a query/],
    ['more events than are accepted', { threshold: { type: 'count', value: 10_001 } }, /never be 10,001/],
    ['too many terms', { query: 'a b c d e f g h i j k' }, /up to 10 terms/],
  ])('that can never match are refused with the reason: %s', async (_, fields, reason) => {
    const refused = await post(fields)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: 'invalid_request', message: expect.stringMatching(reason) })
    expect((await list()).rules).toHaveLength(1)
    const preview = await fixture.client.request<ErrorBody>('POST', '/api/v1/alert-rules/preview', {
      project_id: project.id,
      kind: 'velocity',
      window_minutes: 5,
      threshold: COUNT,
      ...fields,
    })
    expect(preview).toMatchObject({ status: 400, body: { message: refused.body.message } })
  })

  test('cannot be changed into one that can never match', async () => {
    const { id } = (await post({ kind: 'custom', query: 'env:a' })).body
    expect((await patch(id, { query: 'is:snoozed' })).status).toBe(400)
    expect((await patch(id, { query: '' })).status).toBe(400)
    expect((await patch(id, {})).status).toBe(400)
    expect((await list()).rules[1]).toMatchObject({ query: 'env:a' })
  })

  test.each([
    { window_minutes: 0 },
    { window_minutes: 1441 },
    { window_minutes: 1.5 },
    { threshold: { type: 'users', value: 1001 } },
    { threshold: { type: 'median', value: 1 } },
    { threshold: { type: 'count', value: 0 } },
    { cooldown_minutes: 0 },
    { kind: 'other' },
    { name: '' },
    { query: 'x'.repeat(501) },
    { project_id: 'x' },
  ])('are refused with 400 and the field: %o', async (fields) => {
    const { status, body } = await post(fields)
    expect(status).toBe(400)
    expect(body.details?.[0]?.path).toMatch(new RegExp(`^${Object.keys(fields)[0]}`))
  })

  test('are at most 50 per project', async () => {
    const made = await Promise.all(Array.from({ length: 52 }, () => post()))
    const statuses = Map.groupBy(made, ({ status }) => status)
    expect([statuses.get(201)?.length, statuses.get(409)?.length]).toEqual([49, 3])
    expect(statuses.get(409)![0]!.body.message).toMatch(/up to 50 alert rules/)
    expect((await list()).rules).toHaveLength(50)
  })

  test('of another organization do not exist', async () => {
    const { id } = (await list()).rules[0]!
    const { stranger } = fixture
    expect((await patch(id, { name: 'x' }, stranger)).status).toBe(404)
    expect((await stranger.request('DELETE', `/api/v1/alert-rules/${id}`)).status).toBe(404)
    expect((await stranger.request('GET', `/api/v1/alert-rules?project_id=${project.id}`)).status).toBe(404)
    expect((await stranger.get<AlertRuleList>('/api/v1/alert-rules')).rules).toEqual([])
    expect((await post({ project_id: UNKNOWN })).status).toBe(404)
  })

  test('go with their project', async () => {
    await fixture.client.request('DELETE', `/api/v1/projects/${project.id}`)
    const left = (await list('')).rules.filter((rule) => rule.project_id === project.id)
    expect(left).toEqual([])
  })
})
