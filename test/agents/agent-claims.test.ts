import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { Claim } from '#contract/issue/claim.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import type { QueuePage } from '#contract/issue/queue.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const MINUTE = 60_000

describeOn(ENGINES, 'Claims', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let [one, other]: ApiClient[] = []
  let issueId: string
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })
  beforeEach(async () => {
    fixture.server.stoppedAt = START
    one = (await tokenClient(fixture.client, { label: 'fixer' })).client
    other = (await tokenClient(fixture.client, { label: 'rival' })).client
    issueId = await newIssue()
  })

  const newIssue = async () =>
    (
      await seedIssue(fixture.server.database, {
        project,
        title: countedName('Error:'),
        events: [{ at: START - HOUR }],
      })
    ).uid
  const path = (id = issueId) => `/api/v1/agent/issues/${id}/claim`
  const claim = (client: ApiClient, body: object = { minutes: 10 }) =>
    client.request<Claim>('POST', path(), body)
  const release = (client: ApiClient) => client.request('DELETE', path())
  const detail = (client: ApiClient, id = issueId) => client.get<IssueDetail>(`/api/v1/issues/${id}`)

  test('a claim lasts for the requested minutes and shows in the issue, the queue and the activity', async () => {
    const made = await claim(one!)
    expect(made).toMatchObject({
      status: 200,
      body: {
        claimed_by: { kind: 'token', name: 'fixer' },
        claimed_at: new Date(START).toISOString(),
        expires_at: new Date(START + 10 * MINUTE).toISOString(),
        mine: true,
      },
    })
    expect((await detail(one!)).claim).toEqual(made.body)
    expect((await detail(fixture.client)).claim).toEqual({ ...made.body, mine: false })
    const { queue } = await other!.get<QueuePage>('/api/v1/agent/queue?limit=100')
    expect(queue.find(({ issue }) => issue.id === issueId)!.claim).toEqual({ ...made.body, mine: false })
    const { activity } = await one!.get<IssueActivityAnswer>(`/api/v1/issues/${issueId}/activity`)
    expect(activity[0]).toMatchObject({
      kind: 'claimed',
      actor: { kind: 'token', name: 'fixer' },
      details: { until: made.body.expires_at },
    })
  })

  test('a second claimant gets 409 with the holder and the end of the claim', async () => {
    await claim(one!)
    fixture.server.stoppedAt = START + 4 * MINUTE
    const refused = await claim(other!)
    const until = new Date(START + 10 * MINUTE).toISOString()
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        message: expect.stringMatching(`^fixer has claimed this issue until ${until}\\.`),
      },
    })
    expect(refused.headers.get('retry-after')).toBe('360')
    expect((await detail(other!)).claim?.claimed_by.name).toBe('fixer')
    expect(await release(other!)).toMatchObject({ status: 409 })
  })

  test('it expires, and the next claimant can have it', async () => {
    await claim(one!)
    fixture.server.stoppedAt = START + 10 * MINUTE - 1
    expect((await claim(other!)).status).toBe(409)
    fixture.server.stoppedAt = START + 10 * MINUTE
    expect((await detail(one!)).claim).toBeNull()
    expect((await claim(other!)).status).toBe(200)
    expect((await detail(one!)).claim?.claimed_by.name).toBe('rival')
  })

  test('one made by a clock that was a year ahead keeps nobody off once the clock is set', async () => {
    fixture.server.stoppedAt = START + 365 * 24 * HOUR
    expect((await claim(one!)).status).toBe(200)
    fixture.server.stoppedAt = START
    const { queue } = await other!.get<QueuePage>('/api/v1/agent/queue?limit=100&unclaimed=true')
    expect(queue.map(({ issue }) => issue.id)).toContain(issueId)
    expect((await claim(other!)).body).toMatchObject({ mine: true })
  })

  test('the holder can extend it, without another line in the activity', async () => {
    await claim(one!)
    fixture.server.stoppedAt = START + 5 * MINUTE
    const { body } = await claim(one!, { minutes: 20 })
    expect([body.claimed_at, body.expires_at]).toEqual([
      new Date(START).toISOString(),
      new Date(START + 25 * MINUTE).toISOString(),
    ])
    const { activity } = await one!.get<IssueActivityAnswer>(`/api/v1/issues/${issueId}/activity`)
    expect(activity.map(({ kind }) => kind)).toEqual(['claimed'])
  })

  test('DELETE releases it at once; without a claim it says so', async () => {
    await claim(one!)
    expect(await release(one!)).toMatchObject({ status: 200, body: { released: true } })
    expect(await release(one!)).toMatchObject({ status: 200, body: { released: false } })
    expect((await claim(other!)).status).toBe(200)
    const { activity } = await one!.get<IssueActivityAnswer>(`/api/v1/issues/${issueId}/activity`)
    expect(activity.map(({ kind }) => kind)).toEqual(['claimed', 'claim_released', 'claimed'])
  })

  test('a person may release what an agent holds', async () => {
    await claim(one!)
    const path = `/api/v1/issues/${issueId}/claim`
    expect(await other!.request('DELETE', path)).toMatchObject({ status: 409 })
    expect(await fixture.client.request('DELETE', path)).toMatchObject({ body: { released: true } })
  })

  test('minutes are bounded: 1 to 240, 30 by default', async () => {
    expect((await claim(one!, {})).body.expires_at).toBe(new Date(START + 30 * MINUTE).toISOString())
    for (const minutes of [0, 241, 1.5, '10', null]) {
      expect(await claim(one!, { minutes })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'minutes' }] },
      })
    }
  })

  test('of many claims at once exactly one is granted', async () => {
    const clients = [one!, other!, fixture.client]
    const paths = [path(), path(), `/api/v1/issues/${issueId}/claim`]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        clients[n % 3]!.request<Claim>('POST', paths[n % 3]!, { minutes: 5 }),
      ),
    )
    const granted = answers.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.claimed_by.id)).size).toBe(1)
    expect(granted).toHaveLength(4)
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })

  test('a merged issue stands for its parent; an unknown one is 404', async () => {
    const child = await newIssue()
    await fixture.client.request('POST', '/api/v1/issues/merge', {
      canonical_id: issueId,
      merge_ids: [child],
    })
    expect((await one!.request('POST', path(child), {})).status).toBe(200)
    expect((await detail(one!)).claim?.mine).toBe(true)
    expect((await detail(one!, child)).claim?.mine).toBe(true)
    const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e'
    expect(await one!.request('POST', path(unknown), {})).toMatchObject({ status: 404 })
  })

  test('unclaimed=true leaves out issues claimed by others, and keeps your own', async () => {
    await claim(one!)
    const shown = async (client: ApiClient) => {
      const { queue } = await client.get<QueuePage>('/api/v1/agent/queue?limit=100&unclaimed=true')
      return queue.some(({ issue }) => issue.id === issueId)
    }
    expect([await shown(one!), await shown(other!)]).toEqual([true, false])
    fixture.server.stoppedAt = START + 10 * MINUTE
    expect(await shown(other!)).toBe(true)
  })

  test('it needs write:triage', async () => {
    const { client } = await tokenClient(fixture.client, { scopes: ['read:agent'] })
    expect(await claim(client)).toMatchObject({ status: 403 })
    expect(await release(client)).toMatchObject({ status: 403 })
  })
})
