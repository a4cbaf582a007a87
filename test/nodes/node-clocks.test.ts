import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openJournalWriter } from '#journal/open-journal.ts'
import { type IssueSummary, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { DatabaseClock } from '../support/database/database-clock.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { ofTest } from '../support/of-suite.ts'
import { event } from '../support/pipeline/journal-fixture.ts'
import { untilHourHasRoom } from '../support/server/clock-room.ts'
import { type Service, startService } from '../support/server/service.ts'
import { WebhookReceiver } from '../support/server/webhook-receiver.ts'

const SHIFTED_CLOCK = new URL('../support/server/shifted-clock.ts', import.meta.url)
const HOUR_MS = 3_600_000
const SLOW_MS = 4_000
const [CAP, VALVE, SENT] = [40, 20, 60]

/** A node whose clock is off by so much. */
async function startNode(databaseUrl: string, clockMs: number): Promise<Service> {
  const service = await ofTest(
    startService({
      databaseUrl,
      env: {
        SVC_INGEST_HOURLY_CAP: String(CAP),
        SVC_SPIKE_EVENTS_PER_MINUTE: String(VALVE),
        SVC_WEBHOOK_ALLOW_PRIVATE: '1',
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        ERRATA_TEST_CLOCK_MS: String(clockMs),
      },
    }),
  )
  return service
}

describe.skipIf(postgresMissing)(postgresMissing ?? 'nodes whose clocks differ', () => {
  it('hold one cap an hour and one valve a minute, by the clock of PostgreSQL', async () => {
    const databaseUrl = await sharedDatabase()
    const nodes = [await startNode(databaseUrl, 0), await startNode(databaseUrl, HOUR_MS)] as const
    const client = await signedIn(nodes[0].url)
    const project = await client.createProject()
    await untilHourHasRoom(30_000)
    const statuses: number[] = []
    for (let n = 0; n < SENT; n++) {
      const body = '{}\n{"type":"event"}\n{"message":"hello"}'
      const { url } = nodes[n % 2]!
      statuses.push((await fetch(url + sdkEnvelopePath(project), { method: 'POST', body })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(CAP)
    expect(statuses.slice(0, CAP)).toEqual(Array.from({ length: CAP }, () => 200))
    const [issue] = (await client.untilCounted(project.id, CAP)) as [
      IssueSummary & { stored_event_count: number },
    ]
    expect(issue).toMatchObject({ event_count: CAP, stored_event_count: VALVE })
    // Received when PostgreSQL says, not in an hour.
    expect(Date.parse(issue.last_seen_at)).toBeLessThan(Date.now() + 60_000)
  })

  it('try a webhook delivery once, whichever of them queues it', async () => {
    const databaseUrl = await sharedDatabase()
    const receiver = await WebhookReceiver.start()
    onTestFinished(() => receiver.close())
    // Long enough for the others to look for what is due, several times.
    receiver.respond = (_received, response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS)
    const nodes = [await startNode(databaseUrl, 0), await startNode(databaseUrl, HOUR_MS)] as const
    const client = await signedIn(nodes[0].url)
    const { id: project_id } = await client.createProject()
    const webhook = { project_id, url: receiver.url(), format: 'generic', events: ['issue_created'] }
    const made = await client.request<{ id: string }>('POST', '/api/v1/webhooks', webhook)
    expect(made.status).toBe(201)
    for (const [n, node] of nodes.entries()) {
      const session = await signedIn(node.url)
      expect((await session.request('POST', `/api/v1/webhooks/${made.body.id}/test`)).status).toBeLessThan(
        300,
      )
      await receiver.until('/hook', n + 1)
      await sleep(SLOW_MS)
      expect(receiver.at('/hook')).toHaveLength(n + 1)
    }
  })

  it('begin the next hour together, and know what was sent before', async () => {
    const databaseUrl = await sharedDatabase()
    const endOfHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    const clock = await DatabaseClock.of(databaseUrl, endOfHour - 10_000)
    const writers = await Promise.all([0, 1].map(() => openJournalWriter({ dataDir: '', databaseUrl })))
    onTestFinished(async () => void (await Promise.all(writers.map((writer) => writer.close()))))
    const [one, other] = writers as [(typeof writers)[0], (typeof writers)[0]]
    const limits = { hourlyCap: 3, spikePerMinute: 1000 }
    const ahead = () => event({ ...limits, receivedAt: endOfHour + 5 * HOUR_MS })
    const behind = () => event({ ...limits, receivedAt: endOfHour - 5 * HOUR_MS })
    const first = ahead()
    expect((await one.append({ ...first })).status).toBe('accepted')
    expect((await other.append(behind())).status).toBe('accepted')
    expect((await one.append(ahead())).status).toBe('accepted')
    const full = { status: 'cap_exceeded', retryAfterSeconds: 10 }
    expect(await other.append(behind())).toEqual(full)
    expect(await one.append(ahead())).toEqual(full)
    expect([await one.capUsed(3), await other.capUsed(3)]).toEqual([3, 3])
    await clock.set(endOfHour)
    expect([await one.capUsed(3), await other.capUsed(3)]).toEqual([0, 0])
    expect((await other.append({ ...first, receivedAt: endOfHour - 90 * HOUR_MS })).status).toBe('duplicate')
    expect((await other.append(behind())).status).toBe('accepted')
    expect(await one.capUsed(3)).toBe(1)
  })
})
