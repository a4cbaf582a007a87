import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { admitWholeBody } from '../spike-window.ts'
import { EmbeddedSpikes } from './spikes.ts'

const START = 1_790_000_000_000
const ISSUES = 20_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function usedBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

test('an issue that came once takes some hundred bytes, for the minute that it is remembered', () => {
  const previews = Array.from({ length: ISSUES }, (_, n) => createHash('sha1').update(`${n}`).digest('hex'))
  const spikes = new EmbeddedSpikes()
  const before = usedBytes()
  for (const [n, preview] of previews.entries()) {
    const at = START + n
    admitWholeBody(spikes.window(1, preview, at), at, { limit: 100, place: n + 1, user: n + 2 })
  }
  expect((usedBytes() - before) / ISSUES).toBeLessThan(500)
  const later = START + ISSUES + 62_000
  for (let n = 0; n < ISSUES; n += 256) spikes.forgetSome(later)
  expect((usedBytes() - before) / ISSUES).toBeLessThan(50)
})
