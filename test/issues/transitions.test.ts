import { beforeAll, expect, test } from 'vitest'
import type { ApiClient, IssueSummary } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/*
 * Every row of the table of transitions, from every status. When holds end: snooze; what counts as newer:
 * regression; how both behave in a family: issues-merge.
 */

const STATUSES = ['unresolved', 'resolved', 'ignored', 'regression']
const NO_HOLD = { snoozed: false, snooze_until: null, snooze_until_count: null, snooze_until_users: null }
const HOUR = 3_600_000

interface Issue extends IssueSummary {
  resolved_in_release: string | null
  snoozed: boolean
  snooze_until: string | null
  snooze_until_count: number | null
  snooze_until_users: number | null
}

describeOn(ENGINES, 'States and transitions of a sent event', (engine) => {
  let path: string
  let agent: ApiClient
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    await journey.send({ kind: 'Known', release: '1.0.0', user: { id: 'ada' } })
    await journey.send({ kind: 'Known', release: '1.0.0', user: { id: 'bo' } })
    path = `/api/v1/issues/${(await journey.issue('Known')).id}`
    agent = (await journey.token(['read:agent', 'write:triage'])).client
  })

  const read = () => journey.client.get<Issue>(path)
  const idOf = () => path.split('/').at(-1)!
  async function patch(body: object): Promise<Issue> {
    const answer = await journey.client.request<Issue>('PATCH', path, body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  async function bulk(action: string) {
    return journey.client.request('PATCH', '/api/v1/issues/bulk', { ids: [idOf()], action })
  }
  async function snooze(mode: string): Promise<Issue> {
    const answer = await journey.client.request<Issue>('POST', `${path}/snooze`, { mode })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('initial status of a new issue: unresolved, without a hold', async () => {
    expect(await read()).toMatchObject({ status: 'unresolved', resolved_in_release: null, ...NO_HOLD })
  })

  test.each(STATUSES)(
    'PATCH with status %s answers with the changed issue, whatever its status was',
    async (to) => {
      for (const from of STATUSES) {
        await patch({ status: from })
        expect(await patch({ status: to })).toMatchObject({ id: idOf(), status: to })
        expect((await read()).status).toBe(to)
      }
    },
  )

  test.each(STATUSES)('PATCH of the agent route with status %s does the same', async (to) => {
    for (const from of STATUSES) {
      await patch({ status: from })
      const agentPath = path.replace('/v1/', '/v1/agent/')
      const answer = await agent.request('PATCH', agentPath, { status: to })
      expect(answer).toMatchObject({ status: 200, body: { id: idOf(), status: to } })
      expect((await read()).status).toBe(to)
    }
  })

  test('resolved_in_release may be stored', async () => {
    const release = '1.0.0'
    const resolved = { status: 'resolved', resolved_in_release: release }
    expect(await patch(resolved)).toMatchObject(resolved)
    expect(await read()).toMatchObject(resolved)
    expect(await patch({ status: 'unresolved' })).toMatchObject({ resolved_in_release: null })
  })

  test.each([
    ['resolve', 'resolved'],
    ['ignore', 'ignored'],
    ['reopen', 'unresolved'],
    ...STATUSES.map((status) => [status, status]),
  ])('bulk action %s makes it %s, whatever its status was, and is counted', async (action, to) => {
    for (const from of STATUSES) {
      await patch({ status: from })
      expect(await bulk(action)).toMatchObject({ status: 200, body: { updated: 1 } })
      expect((await read()).status).toBe(to)
    }
  })

  test.each(['closed', 'Resolved', '', 'snoozed', 'delete', 'open'])(
    'a status or bulk action %j does not exist, and changes nothing',
    async (word) => {
      await patch({ status: 'ignored' })
      expect((await bulk(word)).status).toBe(400)
      expect(await journey.refusal('PATCH', path, { body: { status: word } })).toEqual([
        400,
        'invalid_request',
      ])
      expect((await read()).status).toBe('ignored')
    },
  )

  test.each(['hours', '4h'])('snooze mode %s lasts 4 hours, and the status stays', async (mode) => {
    for (const status of STATUSES) {
      await patch({ status })
      const before = Date.now()
      const snoozed = await snooze(mode)
      const after = Date.now()
      expect(snoozed).toMatchObject({
        id: idOf(),
        status,
        ...NO_HOLD,
        snoozed: true,
        snooze_until: snoozed.snooze_until,
      })
      const until = Date.parse(snoozed.snooze_until!)
      expect(until).toBeGreaterThanOrEqual(before + 4 * HOUR - 1000)
      expect(until).toBeLessThanOrEqual(after + 4 * HOUR + 1000)
      expect(await read()).toMatchObject(snoozed)
    }
  })

  test.each([
    ['occurrences', { snooze_until_count: 102 }],
    ['100', { snooze_until_count: 102 }],
    ['users', { snooze_until_users: 12 }],
    ['10', { snooze_until_users: 12 }],
  ])('snooze mode %s lasts until %j', async (mode, hold) => {
    for (const status of STATUSES) {
      await patch({ status })
      expect(await snooze(mode)).toMatchObject({ status, ...NO_HOLD, snoozed: true, ...hold })
    }
    await patch({ status: 'unresolved' })
  })

  test.each(['days', '', '4H', '1000', 'hour', 4, null, ['4h'], undefined])(
    'snooze mode %j does not exist: 400, and no hold',
    async (mode) => {
      expect(await journey.refusal('POST', `${path}/snooze`, { body: { mode } })).toEqual([
        400,
        'invalid_request',
      ])
      expect(await read()).toMatchObject(NO_HOLD)
    },
  )

  test('a resolved issue that returns in a newer release is a regression, in another one not', async () => {
    const returns = async (event: object) => {
      await journey.send({ kind: 'Known', ...event })
      return (await journey.issue('Known')).status
    }
    await patch({ status: 'resolved', resolved_in_release: '1.1.0' })
    expect(await returns({ release: '1.0.0' })).toBe('resolved')
    expect(await returns({ release: '1.1.0' })).toBe('resolved')
    expect(await returns({})).toBe('resolved')
    expect(await returns({ release: '1.2.0' })).toBe('regression')
    await patch({ status: 'ignored' })
    expect(await returns({ release: '9.0.0' })).toBe('ignored')
    await patch({ status: 'unresolved' })
    expect(await returns({ release: '9.1.0' })).toBe('unresolved')
  })
})
