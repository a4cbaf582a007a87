import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RATE_LIMITS, type RateKind, RateWindows } from './rate-windows.ts'

const MINUTE = 60_000
const key = { ip: '192.0.2.1', tokenPrefix: 'svc_pat_abcdefgh' }

function windows(): { windows: RateWindows; wait: (ms: number) => void } {
  let now = 1_000_000
  const wait = (ms: number): void => {
    now += ms
  }
  return { windows: new RateWindows(() => now), wait }
}

describe('rate windows of access tokens', () => {
  it('admits no more than 120 reads and 20 writes in any minute, and all that fit', () => {
    const step = fc.record({ ms: fc.nat(4000), kind: fc.constantFrom<RateKind>('read', 'write') })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const { windows: subject, wait } = windows()
        const admitted: Record<RateKind, number[]> = { read: [], write: [] }
        let now = 0
        for (const { ms, kind } of steps) {
          wait(ms)
          now += ms
          const present = admitted[kind].filter((at) => at > now - MINUTE)
          const state = subject.admit(key, kind)
          expect(state.admitted).toBe(present.length < RATE_LIMITS[kind])
          if (state.admitted) admitted[kind].push(now)
          expect(state.remaining).toBe(RATE_LIMITS[kind] - present.length - (state.admitted ? 1 : 0))
          expect(state.resetSeconds).toBe(Math.ceil(((present[0] ?? now) + MINUTE - now) / 1000))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts the addresses of one IPv6 network together', () => {
    const { windows: subject } = windows()
    for (let n = 0; n < RATE_LIMITS.write; n++) {
      expect(subject.admit({ ...key, ip: `2001:db8:7:7::${n + 1}` }, 'write').admitted).toBe(true)
    }
    expect(subject.admit({ ...key, ip: '2001:db8:7:7:ffff::1' }, 'write').admitted).toBe(false)
    expect(subject.admit({ ...key, ip: '2001:db8:7:8::1' }, 'write').admitted).toBe(true)
  })

  it('counts addresses, tokens and kinds apart', () => {
    const { windows: subject } = windows()
    for (let count = 0; count < RATE_LIMITS.write; count++) subject.admit(key, 'write')
    expect(subject.admit(key, 'write')).toMatchObject({ admitted: false, remaining: 0 })
    expect(subject.admit({ ...key, ip: '192.0.2.2' }, 'write').admitted).toBe(true)
    expect(subject.admit({ ...key, tokenPrefix: 'svc_pat_other' }, 'write').admitted).toBe(true)
    expect(subject.look(key, 'read')).toEqual({ limit: 120, remaining: 120, resetSeconds: 0 })
  })

  it('slides: what waits as long as it was told gets through, however often it asked before', () => {
    const { windows: subject, wait } = windows()
    for (let count = 0; count < RATE_LIMITS.write; count++) {
      subject.admit(key, 'write')
      wait(1000)
    }
    const refused = subject.admit(key, 'write')
    expect(refused).toMatchObject({ admitted: false, resetSeconds: 40 })
    for (let second = 1; second < refused.resetSeconds; second++) {
      wait(1000)
      expect(subject.admit(key, 'write').admitted).toBe(false)
    }
    wait(1000)
    expect(subject.admit(key, 'write')).toMatchObject({ admitted: true, remaining: 0, resetSeconds: 1 })
  })

  it('keeps a bounded number of windows, and forgets the least recently used', () => {
    const { windows: subject } = windows()
    for (let address = 0; address < 5000; address++) subject.admit({ ...key, ip: String(address) }, 'write')
    expect(subject.look({ ...key, ip: '4999' }, 'write').remaining).toBe(19)
    expect(subject.look({ ...key, ip: '0' }, 'write').remaining).toBe(20)
  })
})
