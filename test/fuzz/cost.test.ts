import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { COST_ATTACKS } from '../support/cost/cost-attacks.ts'
import { randomRecipe } from '../support/cost/cost-inputs.ts'
import { type Cost, type CostInput, exactCost, excessOf, quickCost } from '../support/cost/cost-measure.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'

/** Random inputs, each at two sizes; `.ci/long` has 5,000. */
const RUNS = Number(process.env.ERRATA_COST_RUNS ?? 40)
const BYTES = 16 * 1024
/** What takes less than this is too little to say how it grows. */
const LEAST_MS = 4
/** Other tests share the caches of the processor, and slow down the work more than `JSON.parse`. */
const TOLERANCE = 1.4
/** For twice the size: linear is 2. */
const MAX_GROWTH = 3.2

/**
 * What is wrong with an input: null if it is within the bounds. Whatever looks wrong by the clock, which a busy
 * machine makes run faster than the work, is measured twice more by processor time.
 */
function faultOf(input: CostInput): string | null {
  if (isWithin(quickCost(input)) || isWithin(quickCost(input)) || isWithin(exactCost(input))) return null
  const cost = exactCost(input)
  if (isWithin(cost)) return null
  const [parse, http, pipeline] = [cost.parse, cost.http, cost.pipeline].map((ms) => ms.toFixed(2))
  return `${input.route}, ${input.body.length} bytes, JSON.parse ${parse} ms, HTTP thread ${http} ms, pipeline ${pipeline} ms: ${input.name}`
}

function isWithin(cost: Cost): boolean {
  return excessOf(cost) <= TOLERANCE
}

/** What grows faster than its size, long before it is beyond the bounds. */
function growthOf([small, large, largest]: [CostInput, CostInput, CostInput]): string | null {
  const work = ({ http, pipeline }: { http: number; pipeline: number }) => http + pipeline
  const grows = (before: number, after: number) =>
    after > LEAST_MS && after > MAX_GROWTH * Math.max(before, LEAST_MS / 2)
  if (!grows(work(quickCost(small)), work(quickCost(large)))) return null
  const [before, after] = [work(exactCost(small)), work(exactCost(large))]
  if (!grows(before, after) || large.body.length > 2.5 * small.body.length) return null
  // A step is not growth: at twice the size a piece may be whole that was cut before.
  if (!grows(after, work(exactCost(largest)))) return null
  return `${before.toFixed(2)} ms, at twice the size ${after.toFixed(2)} ms: ${large.route} ${large.name}`
}

describe('what a body costs', () => {
  test.each(COST_ATTACKS.map((input) => [input.name, input] as const))('%s', (_name, input) => {
    expect(faultOf(input)).toBeNull()
  })

  test(
    `${RUNS} inputs made to be expensive (seed ${SEED})`,
    () => {
      const faults: string[] = []
      for (let run = 0; run < RUNS && faults.length < 10; run++) {
        const recipe = randomRecipe(() => seededRandom(SEED + run))
        const large = recipe(2 * BYTES)
        const fault = faultOf(large) ?? growthOf([recipe(BYTES), large, recipe(4 * BYTES)])
        if (fault !== null) faults.push(`seed ${SEED + run}: ${fault}`)
      }
      expect(faults).toEqual([])
    },
    120_000 + RUNS * 300,
  )
})

const MAX_GROWTH_MIB = 64
/** Structures that take most. */
const LARGEST = [
  'a template and a deep parameter',
  'a template and long parameters',
  'variables of a fingerprint',
  'defaults in a fingerprint',
  'long integers',
  'a hundred thousand tags',
  'threads',
  'many events without their ends',
  'a deep list',
]

describe('the memory that a body takes at its peak', () => {
  test.each(LARGEST)('%s', async (name) => {
    const child = fork(new URL('../support/cost/cost-memory.ts', import.meta.url), [name], {
      execArgv: ['--expose-gc', '--max-semi-space-size=8'],
    })
    const [bytes] = (await once(child, 'message')) as [number]
    expect(bytes / 1024 / 1024).toBeLessThan(MAX_GROWTH_MIB)
  })
})
