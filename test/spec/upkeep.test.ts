import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EventPage } from '#contract/event.ts'
import type { IssueSummary } from '#contract/issue.ts'
import { openDatabase } from '#storage/database.ts'
import { claimLease, releaseLeases } from '#storage/lease.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { type Service, startService } from '../support/service.ts'

const DAY_S = 24 * 3600
const SWEEP_DEADLINE_MS = 40_000

describe.each(ENGINES)('What the service does by itself on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'with events of some age', () => {
    let service: Service
    let client: ApiClient
    let databaseUrl: string | null

    beforeAll(async () => {
      databaseUrl = await engine.databaseUrl()
      service = await startService({ databaseUrl })
      client = await signedIn(service.url)
    })
    afterAll(() => service?.remove())

    /** Sends one event that occurred so many days ago. */
    async function send(project: Project, days: number): Promise<void> {
      const payload = { timestamp: Date.now() / 1000 - days * DAY_S, message: 'It broke' }
      const body = [{}, { type: 'event' }, payload].map((line) => JSON.stringify(line)).join('\n')
      const response = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
      expect(response.status).toBe(200)
    }
    async function ages(issueId: string): Promise<number[]> {
      const { events } = await client.get<EventPage>(`/api/v1/issues/${issueId}/events`)
      return events.map(({ occurred_at }) =>
        Math.round((Date.now() - Date.parse(occurred_at)) / 1000 / DAY_S),
      )
    }

    test('only one node at a time does it; one that is silent for too long loses it', async () => {
      const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
      onTestFinished(() => database.close())
      const claim = (holder: string, now: number) =>
        claimLease(database.queries, { name: 'of this test', holder, now, expiresAt: now + 100 })
      expect(await claim('a', 1_000)).toBe(true)
      expect(await claim('b', 1_099)).toBe(false)
      expect(await claim('a', 1_099)).toBe(true)
      expect(await claim('b', 1_100)).toBe(false)
      expect(await claim('b', 1_199)).toBe(true)
      expect(await claim('a', 1_200)).toBe(false)
      await releaseLeases(database.queries, 'b')
      expect(await claim('a', 1_201)).toBe(true)
      // The clock is set back: what 'a' took in a time to come holds up nobody for longer than two turns.
      expect(await claim('b', 1_101)).toBe(false)
      expect(await claim('b', 900)).toBe(true)
    })

    test('an event older than the retention gets its receive time; what becomes older is evicted, also of a process that starts again', async () => {
      const project = await client.createProject('aging', { retention_days: 30 })
      // The pipeline looks every five seconds how long projects keep events.
      await sleep(6_000)
      for (const days of [40, 31, 20, 10, 1]) await send(project, days)
      const [issue] = await client.untilCounted(project.id, 5)
      expect(await ages(issue!.id)).toEqual([0, 0, 1, 10, 20])
      await client.request('PATCH', `/api/v1/projects/${project.id}`, { retention_days: 7 })
      // The first sweep is soon after a start, the next an hour later.
      await service.stop()
      await service.start()
      client = await signedIn(service.url)
      const deadline = Date.now() + SWEEP_DEADLINE_MS
      const read = () => client.get<IssueSummary>(`/api/v1/issues/${issue!.id}`)
      while ((await read()).evicted_event_count < 2) {
        expect(Date.now()).toBeLessThan(deadline)
        await sleep(250)
      }
      expect(await read()).toMatchObject({
        event_count: 5,
        stored_event_count: 3,
        counted_only_event_count: 0,
        evicted_event_count: 2,
      })
      expect(await ages(issue!.id)).toEqual([0, 0, 1])
    }, 120_000)
  })
})
