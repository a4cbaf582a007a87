/**
 * `npm run test:crash -- --rounds N [--seed S] [--database-url URL | --postgres] [--kill service|postgres]`:
 * kills the service (or its PostgreSQL) at random moments under load. Exit code 1 on any violation.
 */
import { parseArgs } from 'node:util'
import { freshSeed } from '../support/seeded-random.ts'
import { runCrashRounds } from './crash-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    'database-url': { type: 'string' },
    postgres: { type: 'boolean', default: false },
    kill: { type: 'string', default: 'service' },
  },
})
const seed = values.seed ? Number(values.seed) : freshSeed()
const rounds = Number(values.rounds)
console.log(`crash test: ${rounds} rounds, kill ${values.kill}, seed ${seed}`)
const summary = await runCrashRounds({
  rounds,
  seed,
  databaseUrl: values['database-url'] ?? null,
  log: (line) => console.log(line),
})
const { accepted, totals, load } = summary
console.log(
  `${accepted} events accepted; ${totals.events} counted in ${totals.issues} issues, ${totals.stored} of them stored; ` +
    `${load.unknown} unknown outcomes, ${load.refused} answers of 503, ${load.repeated} sent again on purpose`,
)
for (const violation of summary.violations) console.error(`VIOLATION: ${violation}`)
console.log(
  summary.violations.length === 0
    ? 'nothing lost, nothing counted twice, all sums equal'
    : `FAILED (seed ${seed})`,
)
process.exitCode = summary.violations.length === 0 ? 0 : 1
