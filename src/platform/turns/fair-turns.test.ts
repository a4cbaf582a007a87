import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { FairTurns, SERVICE, TooManyWaitingError, type Turn } from './fair-turns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Asks for turns and notes in which order they come. */
class Asker {
  readonly served: string[] = []
  readonly held: Turn[] = []
  readonly refused: string[] = []
  readonly #turns: FairTurns

  constructor(places: number) {
    this.#turns = new FairTurns(places)
  }

  ask(orgId: number, name: string, userId?: string): void {
    this.#turns.take({ orgId, userId }).then(
      (turn) => {
        this.served.push(name)
        this.held.push(turn)
      },
      () => this.refused.push(name),
    )
  }

  /** Gives back the turns one by one until nothing waits. */
  async drain(): Promise<void> {
    for (;;) {
      await settled()
      const turn = this.held.shift()
      if (!turn) return
      turn.release()
    }
  }
}

describe('turns at the database', () => {
  test('a caller with one request waits for one turn of the others, however many requests they have', async () => {
    const asker = new Asker(1)
    for (let n = 0; n < 100; n++) asker.ask(1, `flood ${n}`)
    asker.ask(2, 'other')
    asker.ask(3, 'third')
    await asker.drain()
    expect(asker.served.slice(0, 5)).toEqual(['flood 0', 'flood 1', 'other', 'third', 'flood 2'])
    expect(asker.served).toHaveLength(102)
  })

  test('members of one organization take turns among themselves', async () => {
    const asker = new Asker(1)
    for (let n = 0; n < 5; n++) asker.ask(1, `ada ${n}`, 'ada')
    asker.ask(1, 'bob', 'bob')
    await asker.drain()
    expect(asker.served.slice(0, 4)).toEqual(['ada 0', 'ada 1', 'bob', 'ada 2'])
  })

  test('while two are active neither has every place; one that is alone may', async () => {
    const alone = new Asker(3)
    for (let n = 0; n < 5; n++) alone.ask(1, 'a')
    await settled()
    expect(alone.held).toHaveLength(3)
    const shared = new Asker(3)
    shared.ask(2, 'b')
    for (let n = 0; n < 5; n++) shared.ask(1, 'a')
    await settled()
    shared.held.shift()!.release()
    await settled()
    expect(shared.held).toHaveLength(2)
    shared.ask(2, 'b')
    await settled()
    expect(shared.served.at(-1)).toBe('b')
  })

  test('past 200 waiting a member is refused; others and the service are not', async () => {
    const turns = new FairTurns(1)
    const first = await turns.take({ orgId: 1 })
    const waiting = Array.from({ length: 200 }, () => turns.take({ orgId: 1 }))
    await expect(turns.take({ orgId: 1 })).rejects.toBeInstanceOf(TooManyWaitingError)
    const other = turns.take({ orgId: 1, userId: 'ada' })
    const own = Array.from({ length: 300 }, () => turns.take(SERVICE))
    first.release()
    for (const turn of [other, ...own, ...waiting]) turn.then(({ release }) => release())
    await Promise.all([other, ...own, ...waiting])
  })

  test("a request that waited over 10 s is refused when its turn comes; the service's own work never is", async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const turns = new FairTurns(1)
      const first = await turns.take({ orgId: 1 })
      const late = expect(turns.take({ orgId: 1 })).rejects.toBeInstanceOf(TooManyWaitingError)
      const service = turns.take(SERVICE)
      vi.advanceTimersByTime(10_001)
      first.release()
      await late
      const { release } = await service
      release()
    } finally {
      vi.useRealTimers()
    }
  })

  test('never more turns than places, each place once, and everybody is served in the end', async () => {
    const asks = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('a', 'b')), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), asks, async (places, owners) => {
        const turns = new FairTurns(places)
        const inUse = new Set<number>()
        const done = owners.map(async ([orgId, userId]) => {
          const { place, release } = await turns.take({ orgId, userId })
          expect(inUse.has(place)).toBe(false)
          inUse.add(place)
          await settled()
          inUse.delete(place)
          release()
          release()
        })
        await Promise.all(done)
        expect(inUse.size).toBe(0)
      }),
      { numRuns: 100 },
    )
  })
})
