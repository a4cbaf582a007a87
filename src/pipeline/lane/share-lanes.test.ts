import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareLanes } from './share-lanes.ts'

const LANES = Array.from({ length: 8 }, (_, lane) => lane)
/** Some nodes, and a choice of holders: lanes of nodes that are gone are free. */
const situations = fc.record({
  nodes: fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { minLength: 1, maxLength: 12 }),
  holders: fc.array(fc.option(fc.constantFrom(...'abcdefghijkl'), { nil: null }), {
    minLength: LANES.length,
    maxLength: LANES.length,
  }),
})

function holdersOf(nodes: readonly string[], choice: readonly (string | null)[]): Map<number, string> {
  const pairs = LANES.map((lane): [number, string | null] => [lane, choice[lane] ?? null])
  return new Map(
    pairs.filter((pair): pair is [number, string] => pair[1] !== null && nodes.includes(pair[1])),
  )
}

/** All nodes look, each does its part. */
function round(nodes: readonly string[], holders: ReadonlyMap<number, string>) {
  const plans = nodes.map((node) => ({ node, ...shareLanes({ lanes: LANES, nodes, holders }, node) }))
  const next = new Map(holders)
  for (const { leave } of plans) for (const lane of leave) next.delete(lane)
  for (const { node, claim } of plans) for (const lane of claim) next.set(lane, node)
  const claims = plans.flatMap(({ claim }) => claim)
  return { next, claims, left: plans.flatMap(({ leave }) => leave) }
}

const counts = (nodes: readonly string[], holders: ReadonlyMap<number, string>) =>
  nodes.map((node) => [...holders.values()].filter((holder) => holder === node).length)

describe('sharing lanes', () => {
  it('is even after two looks, whatever was before, and then nothing moves', () => {
    fc.assert(
      fc.property(situations, ({ nodes, holders: choice }) => {
        const first = round(nodes, holdersOf(nodes, choice))
        // No lane is claimed twice, nor one that someone has.
        expect(new Set(first.claims).size).toBe(first.claims.length)
        const { next } = round(nodes, first.next)
        expect(next.size).toBe(LANES.length)
        const shares = counts(nodes, next)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        const third = round(nodes, next)
        expect([third.claims, third.left]).toEqual([[], []])
      }),
    )
  })

  it('moves no more lanes than it must', () => {
    fc.assert(
      fc.property(situations, ({ nodes, holders: choice }) => {
        const before = holdersOf(nodes, choice)
        const { left } = round(nodes, before)
        const least = Math.floor(LANES.length / nodes.length)
        const mayHaveMore = LANES.length % nodes.length
        const sorted = counts(nodes, before).sort((a, b) => b - a)
        const over = sorted.map((count, rank) => Math.max(0, count - least - (rank < mayHaveMore ? 1 : 0)))
        expect(left).toHaveLength(over.reduce((sum, count) => sum + count, 0))
      }),
    )
  })

  it('a node beyond the number of lanes has none, until one goes', () => {
    const nodes = [...'abcdefghi']
    const holders = new Map(LANES.map((lane) => [lane, nodes[lane]!]))
    expect(shareLanes({ lanes: LANES, nodes, holders }, 'i')).toEqual({ claim: [], leave: [] })
    holders.delete(3)
    const left = nodes.filter((node) => node !== 'd')
    expect(shareLanes({ lanes: LANES, nodes: left, holders }, 'i')).toEqual({ claim: [3], leave: [] })
  })
})
