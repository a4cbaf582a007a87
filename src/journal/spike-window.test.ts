import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admitWholeBody, isSpent, newestSecond, newSpikeWindow, type SpikeWindow } from './spike-window.ts'

const START = 1_790_000_000_000

/** Feeds arrivals to one window; returns the times of those admitted whole. */
function admitted(times: number[], limit: number): number[] {
  const window = newSpikeWindow()
  return times.filter((at) => isAdmitted(window, at, limit))
}

/** Of a body that brings nothing new. */
function isAdmitted(window: SpikeWindow, at: number, limit: number): boolean {
  return admitWholeBody(window, at, { limit, place: 1, user: 0 })
}

const arrivals = fc
  .array(fc.oneof(fc.nat(3), fc.nat(900), fc.nat(20_000)), { minLength: 1, maxLength: 400 })
  .map((gaps) => {
    let at = START
    return gaps.map((gap) => {
      at += gap
      return at
    })
  })

describe('spike window', () => {
  test('never admits more than the limit within any 60 s', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 0, max: 30 }), (times, limit) => {
        const whole = admitted(times, limit)
        for (let first = 0; first + limit < whole.length; first++) {
          expect(whole[first + limit]! - whole[first]!).toBeGreaterThanOrEqual(60_000)
        }
      }),
    )
  })

  test('refuses only when the limit was admitted within the last 61 s', () => {
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 30 }), (times, limit) => {
        const window = newSpikeWindow()
        const whole: number[] = []
        for (const at of times) {
          if (isAdmitted(window, at, limit)) whole.push(at)
          else expect(whole.filter((earlier) => earlier > at - 61_000).length).toBe(limit)
        }
      }),
    )
  })

  test('stays small whatever the limit', () => {
    fc.assert(
      fc.property(arrivals, (times) => {
        const window = newSpikeWindow()
        for (const at of times) isAdmitted(window, at, 1e9)
        expect(window.seconds.length).toBeLessThanOrEqual(122)
      }),
    )
  })

  test('admits exactly the limit of a burst and as many again a minute later', () => {
    const burst = Array.from({ length: 300 }, (_, i) => START + i)
    const later = burst.map((at) => at + 61_000)
    expect(admitted(burst, 30)).toHaveLength(30)
    expect(admitted([...burst, ...later], 30)).toHaveLength(60)
    expect(admitted(burst, 0)).toHaveLength(0)
  })

  test('bodies that name no release, environment or user find all places', () => {
    const window = newSpikeWindow()
    const whole = Array.from({ length: 150 }, () =>
      admitWholeBody(window, START, { limit: 100, place: 0, user: 0 }),
    )
    expect(whole.filter(Boolean)).toHaveLength(100)
    expect(admitWholeBody(window, START, { limit: 100, place: 7, user: 7 })).toBe(false)
  })

  test('a flood of the same leaves places for new users, releases and environments, and the limit holds', () => {
    const candidate = fc.record({ place: fc.integer({ min: 1, max: 60 }), user: fc.nat(200) })
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 300 }),
        fc.integer({ min: 40, max: 200 }),
        (sent, limit) => {
          const window = newSpikeWindow()
          const flood = Array.from({ length: limit }, () => isAdmitted(window, START, limit))
          const kept = Math.floor(limit / 20)
          const whole = flood.filter(Boolean).length
          expect(whole).toBe(limit - 2 * kept)
          const news = sent.filter((one) => admitWholeBody(window, START, { limit, ...one }))
          expect(whole + news.length).toBeLessThanOrEqual(limit)
          const places = new Set(sent.map(({ place }) => place).filter((place) => place !== 1))
          const asked = [...places].slice(0, kept)
          for (const place of asked)
            if (sent.every(({ user }) => user === 0))
              expect(news.some((one) => one.place === place)).toBe(true)
        },
      ),
    )
  })

  test('the last 50 users, releases and environments are known, however many come', () => {
    const window = newSpikeWindow()
    for (let n = 1; n <= 60; n++) admitWholeBody(window, START, { limit: 1000, place: n, user: -n })
    const last = Array.from({ length: 50 }, (_, n) => n + 11)
    expect([window.places, window.users]).toEqual([last, last.map((n) => -n)])
  })

  test('a clock set back a little closes nothing for longer than a minute, one set back far starts afresh', () => {
    const window = newSpikeWindow()
    expect(isAdmitted(window, START, 1)).toBe(true)
    expect(isAdmitted(window, START - 30_000, 1)).toBe(false)
    expect(newestSecond(window)).toBe(START / 1000)
    expect(isAdmitted(window, START - 3_600_000, 1)).toBe(true)
    expect(isSpent(window, START / 1000 - 3600 + 60)).toBe(false)
    expect(isSpent(window, START / 1000 - 3600 + 61)).toBe(true)
  })
})
