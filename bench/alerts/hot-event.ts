import { gzipSync } from 'node:zlib'
import type { SeededRandom } from '../../test/support/fuzz/seeded-random.ts'

const LEVELS = ['error', 'fatal']
/** Fewer than the thresholds of `matchingRules`, so that users are counted to the end. */
const MOST_USERS = 900

/** A small event of one issue, of a user at random: an envelope, gzip'd. */
export function hotEnvelope(random: SeededRandom): Buffer {
  const event_id = random.hex(32)
  const event = {
    event_id,
    level: random.pick(LEVELS),
    environment: 'production',
    release: 'shop@4.12.0',
    transaction: 'POST /checkout',
    tags: { plan: 'gold', region: 'eu-west' },
    user: { id: `user-${random.int(1, MOST_USERS)}` },
    exception: { values: [{ type: 'TimeoutError', value: 'payment gateway did not answer' }] },
  }
  const text = JSON.stringify(event)
  const item = JSON.stringify({ type: 'event', length: Buffer.byteLength(text) })
  return gzipSync(`${JSON.stringify({ event_id })}\n${item}\n${text}\n`)
}
