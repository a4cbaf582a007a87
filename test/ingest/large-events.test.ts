import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { ofTest } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const EVENTS = 40
const READERS = 12
/** Twelve pages of 40 MB at once would be 480 MB as text alone; 200 to 300 MB are usual. */
const MOST_GROWTH_MB = 400

/** A little less than what is stored of an event at most, and compressed to almost nothing. */
const LARGE = Object.fromEntries(Array.from({ length: 118 }, (_, i) => [`k${i}`, 'x y '.repeat(2045)]))

describe.skipIf(process.platform !== 'linux')('pages of large events', () => {
  it('come whole, and are never in memory at once', async () => {
    const service = await ofTest(startService())
    const client = await signedIn(service.url)
    const project = await client.createProject('large')
    const body = gzipSync(JSON.stringify({ message: 'large', extra: LARGE }))
    for (let count = 0; count < EVENTS; count++) {
      const path = `/api/${project.id}/store/?compat_key=${project.keys[0]!.public_key}`
      const headers = { 'content-encoding': 'gzip' }
      expect((await fetch(service.url + path, { method: 'POST', headers, body })).status).toBe(202)
    }
    const [issue] = await client.untilCounted(project.id, EVENTS)
    const { body: made } = await client.request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      {
        label: 'reader',
        scopes: ['read:agent'],
      },
    )
    const headers = { authorization: `Bearer ${made.token.token}` }
    const before = peakMegabytes(service.pid)
    const lengths = await Promise.all(
      Array.from({ length: READERS }, async () => {
        const answer = await fetch(`${service.url}/api/v1/issues/${issue!.id}/events?limit=200`, { headers })
        expect(answer.status).toBe(200)
        let length = 0
        for await (const chunk of answer.body!) length += chunk.byteLength
        return length
      }),
    )
    for (const length of lengths) expect(length).toBeGreaterThan(EVENTS * 900_000)
    expect(peakMegabytes(service.pid) - before).toBeLessThan(MOST_GROWTH_MB)
  })
})

/** The most memory that a process has had resident. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
