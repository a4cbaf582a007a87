/**
 * `npm run bench:idle`: the time from a start to the first healthy answer, of an empty installation and of one that is
 * there, and the memory of the second at rest. The first start judges the password of the account that it makes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Service } from '../test/support/server/service.ts'
import { memoryOf } from './resource-use.ts'

const REST_MS = 45_000
const service = new Service({ env: { SVC_LOG_LEVEL: 'warn' } })
try {
  const firstMs = await timeOf(() => service.start())
  await service.stop()
  const secondMs = await timeOf(() => service.start())
  await sleep(REST_MS)
  const { resident, peak } = memoryOf(service.pid)
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  console.log(
    `healthy after ${firstMs.toFixed(0)} ms, then ${secondMs.toFixed(0)} ms; resident at rest ${mb(resident)}, highest so far ${mb(peak)}`,
  )
} finally {
  await service.close()
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
