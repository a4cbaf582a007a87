import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sdkEnvelopePath, signedIn } from './support/api-client.ts'
import { envelopeOf, sampleEvents } from './support/events.ts'
import { Service } from './support/service.ts'

const END_THREAD = new URL('./support/end-thread.ts', import.meta.url)
const DEADLINE_MS = 5000

async function serviceWhere(thread: string): Promise<Service> {
  const env = { NODE_OPTIONS: `--import=${END_THREAD}`, ERRATA_TEST_THREAD: thread }
  const service = new Service({ env })
  onTestFinished(() => service.remove())
  await service.start()
  return service
}

describe('a thread that ends by itself', () => {
  it.each(['embedded-journal-thread.ts', 'sqlite-thread.ts'])(
    '%s: the service says so in one line and ends with 1; started again, it has lost nothing',
    async (thread) => {
      const service = await serviceWhere(thread)
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
      const ended = service.untilExit(DEADLINE_MS)
      process.kill(service.pid, 'SIGUSR2')
      expect(await ended).toBe(1)
      const fatal = service.stderr.split('\n').filter((line) => line.includes('"level":60'))
      expect(fatal.length).toBeGreaterThan(0)
      expect(fatal[0]).toContain('has to be started again')
      await service.start()
      expect((await (await signedIn(service.url)).untilCounted(project.id, 20)).length).toBe(1)
    },
  )

  it('pipeline-thread.ts: another one takes its place, and events go on', async () => {
    const service = await serviceWhere('pipeline-thread.ts')
    const client = await signedIn(service.url)
    const project = await client.createProject()
    process.kill(service.pid, 'SIGUSR2')
    await sleep(100)
    const sent = await client.request('POST', `/api/v1/projects/${project.id}/test-event`)
    expect(sent.status).toBe(202)
    expect(await client.untilCounted(project.id, 1)).toHaveLength(1)
    expect(await service.stop()).toBe(0)
  })

  it('pipeline-thread.ts: asked to end before the other one is there, the service does', async () => {
    const service = await serviceWhere('pipeline-thread.ts')
    process.kill(service.pid, 'SIGUSR2')
    await sleep(100)
    const ended = service.untilExit(DEADLINE_MS)
    process.kill(service.pid, 'SIGTERM')
    expect(await ended).toBe(0)
  })
})
