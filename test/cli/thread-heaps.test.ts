import { expect, test } from 'vitest'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofTest } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

/** Runs at the start of each thread: its name, and how large its heap may become, MB. */
const TELL = `
  import { getHeapStatistics } from 'node:v8'
  import { isMainThread, threadName } from 'node:worker_threads'
  const limit = Math.round(getHeapStatistics().heap_size_limit / 2 ** 20)
  process.stderr.write('heap of ' + (isMainThread ? 'main' : threadName) + ': ' + limit + ';')`

test('the heap of each thread has its own limit, whatever the flags of the start say', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TELL)}`
  const service = await ofTest(startService({ env: { NODE_OPTIONS } }))
  const limitOf = (name: string) => {
    const told = [...service.stderr.matchAll(new RegExp(`heap of ${name}: (\\d+);`, 'g'))]
    return Number(told.at(-1)?.[1])
  }
  await expect.poll(() => limitOf('pipeline'), { timeout: DEADLINE_MS }).toBeGreaterThan(0)
  expect(limitOf('main')).toBeGreaterThanOrEqual(1024)
  expect(limitOf('main')).toBeLessThan(1200)
  expect(limitOf('pipeline')).toBeLessThan(640)
  expect(limitOf('journal')).toBeLessThan(640)
  expect(limitOf('storage')).toBeLessThan(320)
})
