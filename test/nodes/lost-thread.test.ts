import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { UPSET } from '../support/pipeline/upset-thread.ts'
import { envelopeOf, sampleEvents } from '../support/sample/events.ts'
import { Service } from '../support/server/service.ts'

const UPSET_THREAD = new URL('../support/pipeline/upset-thread.ts', import.meta.url)

type Test = Pick<TestContext, 'onTestFinished'>

function upset({ onTestFinished }: Test, thread: string, fate: 'end' | 'hang' | 'exit'): Service {
  const env = {
    NODE_OPTIONS: `--import=${UPSET_THREAD}`,
    ERRATA_TEST_THREAD: thread,
    ERRATA_TEST_FATE: fate,
  }
  const service = new Service({ env })
  onTestFinished(() => service.close())
  return service
}

async function startedUpset(test: Test, thread: string, fate: 'end' | 'hang' = 'end'): Promise<Service> {
  const service = upset(test, thread, fate)
  await service.start()
  return service
}

async function upsetNow(service: Service): Promise<void> {
  process.kill(service.pid, 'SIGUSR2')
  await expect.poll(() => service.stderr).toContain(UPSET)
}

describe('a thread that ends by itself', () => {
  it.for(['journal-thread', 'thread'])(
    '%s: the service says so in one line and ends with 1; started again, it has lost nothing',
    async (thread, test) => {
      const service = await startedUpset(test, thread)
      const client = await signedIn(service.url)
      const project = await client.createProject()
      const next = sampleEvents({ seed: 1, issues: 1 })
      const send = async (): Promise<number> =>
        (
          await fetch(service.url + sdkEnvelopePath(project), {
            method: 'POST',
            body: new Uint8Array(envelopeOf(next())),
          })
        ).status
      for (let n = 0; n < 20; n++) expect(await send()).toBe(200)
      const ended = service.untilExit()
      process.kill(service.pid, 'SIGUSR2')
      expect(await ended).toBe(1)
      const fatal = service.stderr.split('\n').filter((line) => line.includes('"level":60'))
      expect(fatal.length).toBeGreaterThan(0)
      expect(fatal[0]).toContain('must be restarted')
      await service.start()
      expect((await (await signedIn(service.url)).untilCounted(project.id, 20)).length).toBe(1)
    },
  )

  it('pipeline-thread.ts: another one takes its place, and events go on', async (test) => {
    const service = await startedUpset(test, 'pipeline-thread')
    const client = await signedIn(service.url)
    const project = await client.createProject()
    await upsetNow(service)
    const sent = await client.request('POST', `/api/v1/projects/${project.id}/test-event`)
    expect(sent.status).toBe(202)
    expect(await client.untilCounted(project.id, 1)).toHaveLength(1)
    expect(await service.stop()).toBe(0)
  })

  it('pipeline-thread.ts: asked to end before the other one is there, the service does', async (test) => {
    const service = await startedUpset(test, 'pipeline-thread')
    await upsetNow(service)
    const ended = service.untilExit()
    process.kill(service.pid, 'SIGTERM')
    expect(await ended).toBe(0)
  })
})

// Beside one another: they wait for the time after which a thread is left behind.
describe.concurrent('a thread that hangs', () => {
  it.for(['pipeline-thread', 'prepare-thread'])(
    '%s: asked to end, the service leaves it behind well within 20 s, and has lost nothing',
    async (thread, test) => {
      const service = await startedUpset(test, thread, 'hang')
      const client = await signedIn(service.url)
      const project = await client.createProject()
      const send = () => client.request('POST', `/api/v1/projects/${project.id}/test-event`)
      expect((await send()).status).toBe(202)
      await client.untilCounted(project.id, 1)
      await upsetNow(service)
      expect((await send()).status).toBe(202)
      await sleep(1000)
      expect(await client.allIssues(project.id)).toMatchObject([{ event_count: 1 }])
      const before = performance.now()
      const ended = service.untilExit()
      process.kill(service.pid, 'SIGTERM')
      expect(await ended).toBe(0)
      expect(performance.now() - before).toBeGreaterThan(4_000)
      expect(service.stderr).toContain('the pipeline thread did not stop within 5000 ms')
      await service.start()
      expect(await (await signedIn(service.url)).untilCounted(project.id, 2)).toHaveLength(1)
    },
  )
})

describe('a thread that exits before it is ready', () => {
  it.for<[string, RegExp]>([
    ['pipeline-thread', /The pipeline thread ended before it was ready \(exit code 7\)/],
    ['journal-thread', /The journal thread ended before it was ready \(exit code 7\)/],
    ['thread', /The database thread has ended/],
  ])('%s: the start fails and says why', async ([thread, about], test) => {
    const service = upset(test, thread, 'exit')
    const before = performance.now()
    await expect(service.start()).rejects.toThrow(about)
    // Long before the start's own deadline: it is the service that ended.
    expect(performance.now() - before).toBeLessThan(20_000)
    expect(service.stderr).not.toMatch(/^\s+at /m)
  })
})
