/** `npm run score:grouping -- FOLDER`: how many pairs of events land in one issue, or in two, as they should. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupEvent } from '../src/domain/grouping/v1/fingerprint.ts'
import type { JsonObject } from '../src/domain/json/json.ts'
import { normaliseEvent } from '../src/domain/normalise/event.ts'

/** Two files under `inputs/`. `agree`: how many judges say so; absent counts as all. */
interface Pair {
  a: string
  b: string
  agree?: number
}

/** `FOLDER/pairs.json`. */
interface Pairs {
  together: Pair[]
  apart: Pair[]
}

const folder = process.argv[2]
if (folder === undefined || !existsSync(join(folder, 'pairs.json'))) {
  console.error('Usage: npm run score:grouping -- FOLDER (with pairs.json and inputs/)')
  process.exit(2)
}
const pairs = JSON.parse(readFileSync(join(folder, 'pairs.json'), 'utf8')) as Pairs
const mostAgree = Math.max(1, ...pairs.together.map(({ agree }) => agree ?? 1))

score('together', pairs.together, (a, b) => a.some((key) => b.includes(key)))
score(
  'together where all agree',
  pairs.together.filter(({ agree }) => (agree ?? mostAgree) === mostAgree),
  (a, b) => a.some((key) => b.includes(key)),
)
score('apart', pairs.apart, (a, b) => a[0] !== b[0])

function score(what: string, judged: Pair[], isRight: (a: string[], b: string[]) => boolean): void {
  const missed = judged.filter(({ a, b }) => !isRight(keysOf(a), keysOf(b)))
  for (const { a, b } of missed) console.log(`missed, ${what}: ${a} + ${b}`)
  const weight = (list: Pair[]) => list.reduce((sum, { agree }) => sum + (agree ?? mostAgree), 0)
  const [right, all] = [judged.length - missed.length, judged.length]
  console.log(
    `${what}: ${right} of ${all} (${share(right, all)}), weighted ${share(weight(judged) - weight(missed), weight(judged))}`,
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`
}

function keysOf(file: string): string[] {
  const event = JSON.parse(readFileSync(join(folder!, 'inputs', file), 'utf8')) as JsonObject
  return groupEvent(normaliseEvent(event, { receivedAt: Date.now(), retentionDays: 90 })).keys
}
