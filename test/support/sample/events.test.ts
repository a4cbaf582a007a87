import { expect, it } from 'vitest'
import { envelopeOf, gzippedEnvelopeOf, sampleEvents } from './events.ts'

function first(count: number, seed: number) {
  const next = sampleEvents({ seed })
  return Array.from({ length: count }, next)
}

it('sample events have the size the bench says they have', () => {
  const events = first(200, 1)
  const average = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0) / sizes.length
  const plain = average(events.map((event) => envelopeOf(event).length))
  const gzipped = average(events.map((event) => gzippedEnvelopeOf(event).length))
  expect(plain).toBeGreaterThan(15_000)
  expect(plain).toBeLessThan(16_500)
  expect(gzipped).toBeGreaterThan(4600)
  expect(gzipped).toBeLessThan(5200)
})

it('events of one issue share their stack and nothing else; the same seed repeats them', () => {
  const events = first(2000, 7)
  expect(new Set(events.map((event) => event.eventId)).size).toBe(2000)
  const stacks = new Map(events.map((event) => [event.issue, JSON.stringify(frames(event.payload))]))
  expect(stacks.size).toBe(200)
  expect(new Set(stacks.values()).size).toBe(200)
  for (const event of events) expect(JSON.stringify(frames(event.payload))).toBe(stacks.get(event.issue))
  expect(first(5, 7).map((event) => event.eventId)).toEqual(events.slice(0, 5).map((event) => event.eventId))
})

function frames(payload: Record<string, unknown>): unknown {
  return (payload.exception as { values: { stacktrace: { frames: unknown } }[] }).values[0]!.stacktrace.frames
}
