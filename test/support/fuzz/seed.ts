import { freshSeed } from './seeded-random.ts'

/**
 * What everything random in the tests begins with: the same each time, so that a change is judged by what it does, and not
 * by what the day finds. `ERRATA_SEED=fresh` looks further, and `ERRATA_SEED=<number>` looks there again.
 */
export const SEED = readSeed(process.env.ERRATA_SEED ?? '1')

function readSeed(text: string): number {
  if (text === 'fresh') return freshSeed()
  if (!/^\d+$/.test(text)) throw new Error(`ERRATA_SEED is ${text}; set a number, or "fresh".`)
  return Number(text)
}
