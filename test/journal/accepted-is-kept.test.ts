import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { startPipeline } from '#pipeline/start-pipeline.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import {
  type ApiClient,
  type IssueSummary,
  type Project,
  sdkEnvelopePath,
  signedIn,
} from '../support/client/api-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { postgresMissing } from '../support/database/shared-postgres.ts'
import { obstructStorage } from '../support/database/storage-obstacle.ts'
import { ConsumedLane } from '../support/pipeline/consumed-lane.ts'
import { Service } from '../support/server/service.ts'

/** Long enough for more attempts than those after which a record used to be given up, and its body dropped. */
const OUTAGE_MS = 10_000
const UPSET_THREAD = new URL('../support/pipeline/upset-thread.ts', import.meta.url)

type Numbers = IssueSummary & { stored_event_count: number }

async function send(service: Service, project: Project, event: object): Promise<void> {
  const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}`
  const answer = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
  expect(answer.status).toBe(200)
}

interface Letters {
  dead_letters: { reason: string; retryable: boolean }[]
}
const lettersOf = async (client: ApiClient) =>
  (await client.get<Letters>('/api/v1/dead-letters')).dead_letters

// Beside one another: they wait for attempts and pauses between them.
describe.concurrent.each(ENGINES)('what was accepted, on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'is not given up', () => {
    async function started({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, env = {}) {
      const databaseUrl = await engine.databaseUrl()
      const service = new Service({ databaseUrl, env })
      onTestFinished(() => service.close())
      await service.start()
      return { service, place: { dataDir: service.dataDir, databaseUrl } }
    }

    it('while storage refuses every batch, for whatever reason, and after a restart in the middle', async (context) => {
      const { service, place } = await started(context)
      const projects = await signedIn(service.url).then(async (client) => [
        await client.createProject('first'),
        await client.createProject('second'),
      ])
      const remove = await obstructStorage(place)
      for (const project of projects)
        for (let n = 0; n < 3; n++) await send(service, project, { message: 'fine' })
      await sleep(OUTAGE_MS / 2)
      await service.killHard()
      await service.start()
      const troubles = () => service.stderr.split('\n').filter((line) => line.includes('pipeline trouble'))
      await context.expect.poll(() => troubles().length).toBeGreaterThan(0)
      await sleep(OUTAGE_MS / 2)
      expect(troubles().length).toBeLessThan(5)
      await remove()
      const client = await signedIn(service.url)
      for (const project of projects) {
        const [issue] = await client.untilCounted(project.id, 3)
        expect((issue as Numbers).stored_event_count).toBe(3)
      }
      expect(await lettersOf(client)).toEqual([])
    })

    it('because another event of another project ends the thread again and again', async (context) => {
      const { service } = await started(context, {
        NODE_OPTIONS: `--import=${UPSET_THREAD}`,
        ERRATA_TEST_THREAD: 'prepare-thread',
        ERRATA_TEST_FATE: 'poison',
        SVC_SPIKE_EVENTS_PER_MINUTE: '10000',
      })
      const client = await signedIn(service.url)
      const projects = [await client.createProject('sick'), await client.createProject('healthy')]
      const [sick, healthy] = projects as [Project, Project]
      await send(service, sick, { message: 'sick', extra: { note: 'poison for the thread' } })
      let sent = 0
      for (; (await lettersOf(client)).length === 0; sent++) {
        expect(sent).toBeLessThan(400)
        await send(service, healthy, { message: 'fine' })
        await send(service, sick, { message: 'fine, too' })
        await sleep(100)
      }
      const [issue] = await client.untilCounted(healthy.id, sent)
      expect((issue as Numbers).stored_event_count).toBe(sent)
      const issues = (await client.untilCounted(sick.id, sent + 1)) as Numbers[]
      expect(issues.reduce((sum, { stored_event_count: stored }) => sum + stored, 0)).toBe(sent)
      // What ends the thread while it is scrubbed is not kept.
      expect(await lettersOf(client)).toMatchObject([
        { reason: expect.stringContaining('given up'), retryable: false },
      ])
    })
  })
})

it('a lower limit for bodies does not concern events that were accepted before', async () => {
  const service = new Service({})
  onTestFinished(() => service.close())
  await service.start()
  const client = await signedIn(service.url)
  const project = await client.createProject()
  const other = new Sqlite(join(service.dataDir, DATABASE_FILE))
  other.exec('BEGIN IMMEDIATE')
  await send(service, project, { message: 'large', extra: { text: 'x'.repeat(1_500_000) } })
  await service.killHard()
  other.exec('ROLLBACK')
  other.close()
  const lower = new Service({ dataDir: service.dataDir, env: { SVC_MAX_BODY_BYTES: '100000' } })
  await lower.start()
  try {
    const again = await signedIn(lower.url)
    const [issue] = await again.untilCounted(project.id, 1)
    expect((issue as Numbers).stored_event_count).toBe(1)
    expect(await lettersOf(again)).toEqual([])
  } finally {
    await lower.stop()
  }
})

describe.skipIf(postgresMissing)('eight nodes on one PostgreSQL', () => {
  it('store each event once, however long it takes', async () => {
    const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL')!
    const lane = await ConsumedLane.ofTest(postgres)
    const troubles: string[] = []
    const listeners = { onProgress: () => {}, onTrouble: (message: string) => void troubles.push(message) }
    const nodes = await Promise.all(Array.from({ length: 8 }, () => startPipeline(lane.options, listeners)))
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))))
    const frames = Array.from({ length: 6000 }, (_, n) => ({
      filename: `f${n}.py`,
      function: `g${n}`,
      lineno: n,
    }))
    for (let n = 0; n < 6; n++) {
      const value = { type: `Slow${n}`, value: 'x', stacktrace: { frames } }
      await lane.accept({ exception: { values: [value] }, extra: { words: 'some words '.repeat(40_000) } })
      for (const node of nodes) node.wake(lane.lane)
      await sleep(500)
    }
    await expect.poll(() => lane.waiting()).toBe(0)
    expect(await lane.totals()).toEqual({ events: 6, stored: 6, letters: [], bodies: 0 })
    expect(troubles).toEqual([])
  })
})
