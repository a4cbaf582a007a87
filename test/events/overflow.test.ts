import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlertPage } from '#contract/alert/alert.ts'
import type { IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import { sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES, ONE_ENGINE } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { untilHourHasRoom } from '../support/server/clock-room.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'
import { errata } from '../support/server/run-errata.ts'
import { startService } from '../support/server/service.ts'

const TITLE = 'Overflow: too many new issues'
const LIMIT = 3

const decision =
  '“past it, a project’s further new fingerprints of that hour fold into one overflow issue that says so, counts kept”'

/** Sends events, each of a kind of its own. */
async function sendDistinct(url: string, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, n) => n)
  const send = async () => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) {
      const event = { exception: { values: [{ type: `Kind${n}Error`, value: 'it broke' }] } }
      const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 8 }, send))
}

describeOn(ENGINES, `${decision} with ${LIMIT} new issues an hour`, (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  let other: PipelineFeed
  let project: SeedProject

  beforeAll(async () => {
    const { database } = fixture.server
    feed = await PipelineFeed.start(database, { lane: 0, newIssuesPerHour: LIMIT })
    other = await PipelineFeed.start(database, { lane: 1, newIssuesPerHour: LIMIT })
  })
  beforeEach(async () => {
    project = await seedProject(fixture.server.database, fixture.org, countedName('shop'))
  })

  const events = (kinds: string[], at = START, fields: Partial<FedEvent> = {}): FedEvent[] =>
    kinds.map((kind) => ({ kind, at, ...fields }))
  async function issues(of = project): Promise<IssueSummary[]> {
    const query = `project_id=${of.projectUid}&sort=title_asc&window=90d`
    return (await fixture.client.get<IssuePage>(`/api/v1/issues?${query}`)).issues
  }
  async function counts(of = project): Promise<[string, number][]> {
    return (await issues(of)).map(({ title, event_count }) => [title, event_count])
  }
  async function alerts(of = project) {
    return (await fixture.client.get<AlertPage>(`/api/v1/alerts?project_id=${of.projectUid}`)).alerts
  }

  test('in one batch or in several: so many issues, and one more with everything else', async () => {
    await feed.send(project, events(['A', 'B', 'A', 'C', 'D', 'D', 'E', 'B']))
    await feed.send(project, events(['A', 'E', 'F']))
    feed = feed.restart()
    await feed.send(project, events(['G', 'C']))
    expect(await counts()).toEqual([
      ['A: it broke', 3],
      ['B: it broke', 2],
      ['C: it broke', 2],
      [TITLE, 6],
    ])
    const [overflow] = (await issues()).slice(-1)
    expect(overflow).toMatchObject({
      culprit:
        'New errors past the hourly limit (SVC_NEW_ISSUES_PER_HOUR) are counted here. Stop their source, or raise the limit.',
      exception_type: null,
      stored_event_count: 6,
      status: 'unresolved',
    })
    const page = await fixture.client.events(overflow!.id)
    expect(page.events.map(({ payload_json }) => JSON.stringify(payload_json)).join()).toContain('"G"')
  })

  test('counted-only records and people count there, too', async () => {
    await feed.send(project, events(['A', 'B', 'C', 'D'], START, { user: { id: 'ada' } }))
    await feed.send(project, events(['E', 'E', 'D'], START, { user: { id: 'bob' }, countedOnly: true }))
    await feed.send(project, events(['A'], START, { countedOnly: true }))
    const overflow = (await issues()).at(-1)
    expect(overflow).toMatchObject({
      title: TITLE,
      event_count: 4,
      stored_event_count: 1,
      counted_only_event_count: 3,
      unique_user_count: 2,
    })
    expect((await counts())[0]).toEqual(['A: it broke', 2])
  })

  test('in the next hour such a fingerprint begins an issue of its own; what was counted stays', async () => {
    await feed.send(project, events(['A', 'B', 'C', 'D', 'D']))
    await feed.send(project, events(['D', 'E', 'F', 'G', 'A'], START + HOUR))
    await feed.send(project, events(['D', 'G'], START + HOUR))
    expect(await counts()).toEqual([
      ['A: it broke', 2],
      ['B: it broke', 1],
      ['C: it broke', 1],
      ['D: it broke', 2],
      ['E: it broke', 1],
      ['F: it broke', 1],
      [TITLE, 4],
    ])
  })

  test('counts of hours long ago are not kept', async () => {
    await feed.send(project, events(['A']))
    await feed.send(project, events(['B'], START + HOUR))
    await feed.send(project, events(['C'], START + 49 * HOUR))
    const kept = await fixture.server.database.queries
      .selectFrom('new_issue_count')
      .select('hour')
      .where('project_id', '=', project.projectId)
      .orderBy('hour')
      .execute()
    expect(kept.map(({ hour }) => hour - Math.floor(START / HOUR))).toEqual([1, 49])
  })

  test('hours are those of receipt, whatever the clients’ clocks say, and whenever they are processed', async () => {
    await feed.send(project, [
      ...events(['A', 'B'], START - 5 * HOUR, { receivedAt: START }),
      ...events(['C', 'D'], START),
      ...events(['E', 'F', 'G', 'H'], START + HOUR),
      ...events(['I'], START, { receivedAt: START }),
    ])
    expect(await counts()).toEqual([
      ...['A', 'B', 'C', 'E', 'F', 'G'].map((kind) => [`${kind}: it broke`, 1]),
      [TITLE, 3],
    ])
    expect(await alerts()).toHaveLength(2)
  })

  test('an alert says so, once per project and hour; other projects have their own limit', async () => {
    const blog = await seedProject(fixture.server.database, fixture.org, countedName('blog'))
    const { outcome: under } = await feed.send(project, events(['A', 'B', 'C']))
    expect(under.changes[0]!.hasAlerts).toBe(false)
    const { outcome } = await feed.send(project, events(['D']))
    expect(outcome.changes).toMatchObject([{ projectUid: project.projectUid, hasAlerts: true }])
    const { outcome: further } = await feed.send(project, events(['E', 'F']))
    expect(further.changes[0]!.hasAlerts).toBe(false)
    await feed.send(blog, events(['A', 'B', 'C']))
    expect([await counts(blog), await alerts(blog)]).toMatchObject([{ length: 3 }, []])
    const overflow = (await issues()).at(-1)!
    expect(await alerts()).toMatchObject([
      {
        kind: 'overflow',
        issue_id: overflow.id,
        title: 'More than 3 new issues in an hour',
        details: { hour: new Date(START - (START % HOUR)).toISOString(), limit: LIMIT },
      },
    ])
    await feed.send(project, events(['G', 'H', 'I', 'J'], START + HOUR))
    expect(await alerts()).toHaveLength(2)
  })

  test('deleted, it begins again', async () => {
    await feed.send(project, events(['A', 'B', 'C', 'D', 'E']))
    const overflow = (await issues()).at(-1)!
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [overflow.id], action: 'delete' })
    await feed.send(project, events(['D', 'F']))
    const again = (await issues()).at(-1)!
    expect(again).toMatchObject({ title: TITLE, event_count: 2 })
    expect(again.id).not.toBe(overflow.id)
  })

  test('two lanes at once keep to one limit, one overflow issue and one alert', async () => {
    const kinds = Array.from({ length: 12 }, (_, n) => `K${n}`)
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        feed.send(project, events(kinds.slice(0, 6))),
        other.send(project, events(kinds.slice(6))),
      ])
    }
    const found = await counts()
    expect(found).toHaveLength(LIMIT + 1)
    expect(found.filter(([title]) => title === TITLE)).toHaveLength(1)
    expect(found.reduce((sum, [, count]) => sum + count, 0)).toBe(36)
    expect(await alerts()).toHaveLength(1)
  })
})

describeOn(ONE_ENGINE, `${decision} through the whole service`, (engine) => {
  test('`SVC_NEW_ISSUES_PER_HOUR` sets it', async () => {
    const env = { SVC_NEW_ISSUES_PER_HOUR: '1' }
    const service = await startService({ databaseUrl: await engine.databaseUrl(), env })
    try {
      const client = await signedIn(service.url)
      const shop = await client.createProject()
      for (const type of ['OneError', 'OtherError', 'ThirdError']) {
        const event = { exception: { values: [{ type, value: 'it broke' }] } }
        const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`
        await fetch(service.url + sdkEnvelopePath(shop), { method: 'POST', body })
      }
      const found = await client.untilCounted(shop.id, 3)
      const overflow = found.find(({ title }) => title === TITLE)
      expect([found.length, overflow?.event_count]).toEqual([2, 2])
    } finally {
      await service.close()
    }
  })

  test('1,000 by default; every event is counted, one alert says so, and verify finds nothing wrong', async () => {
    const databaseUrl = await engine.databaseUrl()
    const service = await startService({ databaseUrl })
    try {
      const client = await signedIn(service.url)
      const shop = await client.createProject()
      await untilHourHasRoom(40_000)
      await sendDistinct(service.url + sdkEnvelopePath(shop), 1030)
      const found = await client.untilCounted(shop.id, 1030)
      const overflow = found.find(({ title }) => title === TITLE)
      expect([found.length, overflow?.event_count]).toEqual([1001, 30])
      const { alerts } = await client.get<AlertPage>(`/api/v1/alerts?project_id=${shop.id}`)
      expect(alerts).toMatchObject([{ kind: 'overflow', issue_id: overflow!.id, details: { limit: 1000 } }])
      const env = { SVC_DATA_DIR: service.dataDir, ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }) }
      expect(await errata(['verify'], env)).toMatchObject({ code: 0 })
    } finally {
      await service.close()
    }
  })
})
