/**
 * `npm run test:crash -- --rounds N [--seed S] [--database-url URL | --postgres] [--kill service|postgres]
 * [--nodes N] [--faults]`: kills the service (one of several nodes, or the PostgreSQL under it) at random moments under
 * load; with faults, storage also fails for a while, and clocks are set. Exit code 1 on any violation.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/database/postgres.ts'
import { freshSeed } from '../support/fuzz/seeded-random.ts'
import { type CrashOptions, type CrashSummary, runCrashRounds } from './crash-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    'database-url': { type: 'string' },
    postgres: { type: 'boolean', default: false },
    kill: { type: 'string', default: 'service' },
    nodes: { type: 'string', default: '1' },
    faults: { type: 'boolean', default: false },
  },
})

/** On its own PostgreSQL if `--postgres`, `--kill postgres` or several nodes ask for one. */
async function run(options: CrashOptions): Promise<CrashSummary> {
  const wantsOne = values.postgres || values.kill === 'postgres' || Number(values.nodes) > 1
  if (!wantsOne || options.databaseUrl !== null) return runCrashRounds(options)
  const cluster = await startPostgres()
  if (!cluster) throw new Error("PostgreSQL is not installed (Debian's package: postgresql)")
  try {
    const databaseUrl = await cluster.createDatabase()
    return await runCrashRounds({
      ...options,
      databaseUrl,
      ...(values.kill === 'postgres' ? { database: cluster } : {}),
    })
  } finally {
    await cluster.stop()
  }
}

const seed = values.seed ? Number(values.seed) : freshSeed()
const rounds = Number(values.rounds)
console.log(`crash test: ${rounds} rounds, kill ${values.kill}, seed ${seed}`)
const summary = await run({
  rounds,
  seed,
  databaseUrl: values['database-url'] ?? null,
  nodes: Number(values.nodes),
  faults: values.faults,
  log: (line) => console.log(line),
})
const { accepted, totals, load } = summary
console.log(
  `${accepted} events accepted; ${totals.events} counted in ${totals.issues} issues, ${totals.stored} of them stored; ` +
    `${load.unknown} unknown outcomes, ${load.refused} answers of 503, ${load.repeated} sent again on purpose`,
)
for (const violation of summary.violations) console.error(`VIOLATION: ${violation}`)
const intact = summary.violations.length === 0
console.log(intact ? 'nothing lost, nothing counted twice, all sums equal' : `FAILED (seed ${seed})`)
process.exitCode = intact ? 0 : 1
