import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beat, newHeartbeat, SilenceMeter } from './heartbeat.ts'

const LONGEST_LOOK_MS = 100

function metered() {
  let now = 0
  const heartbeat = newHeartbeat()
  const meter = new SilenceMeter(heartbeat, LONGEST_LOOK_MS, () => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { heartbeat, meter, pass }
}

test('silence is the time since the last beat that was seen, look by look', () => {
  const { heartbeat, meter, pass } = metered()
  for (const expected of [50, 100, 150]) {
    pass(50)
    expect(meter.silentMs()).toBe(expected)
  }
  beat(heartbeat)
  expect(meter.silentMs()).toBe(0)
  pass(30)
  expect(meter.silentMs()).toBe(30)
  meter.reset()
  expect(meter.silentMs()).toBe(0)
})

test('a watcher that was late finds the beats of meanwhile', () => {
  const { heartbeat, meter, pass } = metered()
  pass(90)
  meter.silentMs()
  beat(heartbeat)
  pass(1_000_000)
  expect(meter.silentMs()).toBe(0)
})

test('one look counts for no more than its bound, however late; a silent thread is found by the next looks', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1 }), (gaps) => {
      const { meter, pass } = metered()
      let silent = 0
      for (const gap of gaps) {
        pass(gap)
        const next = meter.silentMs()
        expect(next - silent).toBe(Math.min(gap, LONGEST_LOOK_MS))
        silent = next
      }
    }),
  )
})
