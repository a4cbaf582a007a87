import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LaneLimits, LaneTurns } from './lane-turns.ts'

class Refused extends Error {}

/** Asks for work that ends when it is told to, and notes the order. */
class Asker {
  readonly begun: string[] = []
  readonly refused: string[] = []
  readonly #ends: (() => void)[] = []
  readonly #turns: LaneTurns

  constructor(limits: Omit<LaneLimits, 'refusal'>) {
    this.#turns = new LaneTurns({ ...limits, refusal: () => new Refused() })
  }

  ask(name: string, isReserved = false): void {
    const work = () =>
      new Promise<void>((end) => {
        this.begun.push(name)
        this.#ends.push(end)
      })
    this.#turns.run({ name, isReserved }, work).catch(() => this.refused.push(name))
  }

  async drain(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const end = this.#ends.shift()
      if (!end) return
      end()
    }
  }
}

describe('turns of lanes', () => {
  it('a lane waits for one turn of each other lane, however much those have', async () => {
    const asker = new Asker({ running: 1, perLane: 50, inAll: 100 })
    for (let n = 0; n < 40; n++) asker.ask('flood')
    asker.ask('other')
    await asker.drain()
    expect(asker.begun.slice(0, 3)).toEqual(['flood', 'flood', 'other'])
    expect(asker.begun).toHaveLength(41)
  })

  it('one lane does not take every place where it may not', async () => {
    const asker = new Asker({ running: 2, runningPerLane: 1, perLane: 50, inAll: 100 })
    for (let n = 0; n < 3; n++) asker.ask('flood')
    expect(asker.begun).toEqual(['flood'])
    asker.ask('other')
    expect(asker.begun).toEqual(['flood', 'other'])
    await asker.drain()
    expect(asker.begun).toEqual(['flood', 'other', 'flood', 'flood'])
  })

  it('without room the longest lane gives way; a reserved one is never refused for others', async () => {
    const asker = new Asker({ running: 1, perLane: 50, inAll: 20 })
    for (let n = 0; n < 60; n++) asker.ask('flood')
    asker.ask('other')
    asker.ask('known', true)
    await asker.drain()
    expect(asker.begun).toContain('other')
    expect(asker.begun).toContain('known')
    expect(new Set(asker.refused)).toEqual(new Set(['flood']))
    expect(asker.begun.length + asker.refused.length).toBe(62)
  })

  it('everything asked is begun once or refused once, and no more runs at a time than may', async () => {
    const asks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 })
    const few = fc.integer({ min: 1, max: 3 })
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 1, max: 3 }), few, async (all, running, runningPerLane) => {
        const asker = new Asker({ running, runningPerLane, perLane: 8, inAll: 12 })
        for (const [name, isReserved] of all) asker.ask(name, isReserved)
        expect(asker.begun.length).toBeLessThanOrEqual(running)
        await asker.drain()
        expect([...asker.begun, ...asker.refused].sort()).toEqual(all.map(([name]) => name).sort())
      }),
    )
  })
})
