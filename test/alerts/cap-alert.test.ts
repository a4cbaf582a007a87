import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOn, ENGINES, type Engine } from '../support/database/engines.ts'
import { untilHourHasRoom } from '../support/server/clock-room.ts'
import { type IngestServer, startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const HOUR = 3_600_000

describeOn(ENGINES, '“cap-reached notices” where a project has reached its cap', (engine) => {
  let server: IngestServer
  let sameDatabase: Engine

  // What the cap counts, it counts by the hour.
  beforeEach(() => untilHourHasRoom(60_000))
  beforeAll(async () => {
    const url = await engine.databaseUrl()
    sameDatabase = { ...engine, databaseUrl: async () => url }
    server = await startIngestServer({ engine: sameDatabase, ingestHourlyCap: 2 })
  })
  afterAll(() => server?.close())

  async function send(key: TestKey, to = server): Promise<number> {
    const path = `/api/${key.project.projectUid}/store/?compat_key=${key.publicKey}`
    const body = JSON.stringify({ event_id: randomUUID(), message: 'x' })
    return (await fetch(to.url + path, { method: 'POST', body })).status
  }
  async function alerts({ project }: TestKey) {
    const { queries } = server.database
    return queries.selectFrom('alert').selectAll().where('project_id', '=', project.projectId).execute()
  }
  /** Alerts are raised behind the answer. */
  async function untilRaised(key: TestKey) {
    await expect.poll(() => alerts(key)).not.toHaveLength(0)
    return alerts(key)
  }

  test('the first refused event raises one; further ones of the hour do not', async () => {
    const key = await server.newKey()
    expect([await send(key), await send(key)]).toEqual([202, 202])
    expect(await alerts(key)).toEqual([])
    expect([await send(key), await send(key)]).toEqual([403, 403])
    const raised = await untilRaised(key)
    const hour = Math.floor(Date.now() / HOUR)
    expect(raised).toMatchObject([
      {
        org_id: key.project.orgId,
        issue_id: null,
        kind: 'cap_reached',
        title: 'The hourly limit of 2 events is reached',
        dedupe_key: `cap_reached:${key.project.projectId}:${hour}`,
        read_at: null,
      },
    ])
    expect(JSON.parse(raised[0]!.details)).toEqual({ hour: new Date(hour * HOUR).toISOString(), cap: 2 })
    await send(key)
    await sleep(100)
    expect(await alerts(key)).toHaveLength(1)
  })

  test('a project’s own cap is the one that is named; a closed project raises none', async () => {
    const own = await server.newKey({ ingestHourlyCap: 1 })
    const closed = await server.newKey({ ingestHourlyCap: 0 })
    expect([await send(closed), await send(own), await send(own)]).toEqual([403, 202, 403])
    expect(JSON.parse((await untilRaised(own))[0]!.details)).toMatchObject({ cap: 1 })
    expect(await alerts(closed)).toEqual([])
  })

  if (engine.name !== 'SQLite')
    test('a second node raises no second one', async () => {
      const other = await startIngestServer({ engine: sameDatabase, ingestHourlyCap: 2 })
      const key = await server.newKey({ ingestHourlyCap: 1 })
      expect([await send(key), await send(key)]).toEqual([202, 403])
      await untilRaised(key)
      expect(await send(key, other)).toBe(403)
      await sleep(200)
      expect(await alerts(key)).toHaveLength(1)
      await other.close()
    })
})
