import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { COST_ATTACKS } from '../support/cost/cost-attacks.ts'
import type { CostInput } from '../support/cost/cost-measure.ts'
import { ofSuite } from '../support/of-suite.ts'
import { mainThreadCpuMs } from '../support/server/process-cost.ts'
import { startService } from '../support/server/service.ts'

/** For what the service works while another client waits, ms; without the bounds it was seconds to hours. */
const LONGEST_WAIT_MS = 1000
const PROBE_EVERY_MS = 50
const PATHS: Partial<Record<CostInput['route'], string>> = {
  store: 'store/',
  envelope: 'envelope/',
  'release-file': 'releases/1/files/',
}

describe('a body that is made to be expensive', () => {
  let client: ApiClient
  let project: Project
  let ordinary = 0

  const service = ofSuite(() => startService({ env: { SVC_SPIKE_EVENTS_PER_MINUTE: '1000000' } }))
  beforeAll(async () => {
    client = await signedIn(service.url)
    project = await client.createProject('attacked')
  })

  const send = (path: string, body: Buffer) =>
    fetch(`${service.url}/api/${project.id}/${path}?sentry_key=${project.keys[0]!.public_key}`, {
      method: 'POST',
      headers: {
        'content-encoding': 'gzip',
        'content-type': 'multipart/form-data; boundary=----------------',
      },
      body: gzipSync(body),
    })

  /** The most that the service's main thread worked on other things, by processor time, before it answered /healthz. */
  async function longestWait(work: Promise<unknown>): Promise<number> {
    let longest = 0
    let isDone = false
    const ended = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const began = mainThreadCpuMs(service.pid)
      await fetch(`${service.url}/healthz`)
      longest = Math.max(longest, mainThreadCpuMs(service.pid) - began)
      await Promise.race([ended, sleep(PROBE_EVERY_MS)])
    }
    await ended
    return longest
  }

  const attacks = COST_ATTACKS.filter(({ route }) => PATHS[route]).map(
    (input) => [input.name, input] as const,
  )
  test.each(attacks)(
    '%s: nobody else waits, and the next event is soon there',
    async (_name, { route, body }) => {
      expect(await longestWait(send(PATHS[route]!, body))).toBeLessThan(LONGEST_WAIT_MS)
      const release = `ordinary@${++ordinary}`
      await send('store/', Buffer.from(JSON.stringify({ message: `ordinary ${ordinary}`, release })))
      const isThere = async () => {
        const { body: page } = await client.request<{ issues: unknown[] }>(
          'GET',
          `/api/v1/issues?project_id=${project.id}&q=${encodeURIComponent(`release:${release}`)}`,
        )
        return page.issues.length
      }
      await expect.poll(isThere).toBe(1)
    },
  )

  test('many of them at once: nobody else waits for more than one', async () => {
    const cut = `{}\n{"type":"event"}\n{"extra":[${'{},'.repeat(690_000)}`
    const answers = Array.from({ length: 8 }, () => send('envelope/', Buffer.from(cut)))
    expect(await longestWait(Promise.all(answers))).toBeLessThan(LONGEST_WAIT_MS)
    // The last ones may wait too long for their turn.
    for (const answer of answers) expect([400, 503]).toContain((await answer).status)
  })
})
