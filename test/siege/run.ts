/**
 * `npm run test:siege -- [--seconds N] [--attack NAME]… [--postgres] [--issues N]`: plays every attack, or those named,
 * against a service of its own with a client that behaves beside them. Exit code 1 where the client was not served.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/database/postgres.ts'
import { ATTACKS } from './attacks.ts'
import { namesOf, type Outcome, percentile, Siege } from './siege.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    attack: { type: 'string', multiple: true },
    postgres: { type: 'boolean', default: false },
    issues: { type: 'string', default: '20000' },
  },
})

const wanted = values.attack ?? ATTACKS.map(({ name }) => name)
const attacks = ATTACKS.filter(({ name }) => wanted.includes(name))
if (attacks.length < wanted.length) {
  throw new Error(`There is an unknown attack among ${wanted}. Known: ${ATTACKS.map(({ name }) => name)}`)
}

const COLUMNS = [16, 5, 13, 8, 22, 11, 8]

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => cell.padEnd(COLUMNS[at] ?? 0)).join(' ')
}

function rowOf({ attack, served, stored, answers, rssMb, misses }: Outcome): string {
  const { api, healthMs } = served
  const times = [percentile(api, 0.5), percentile(api, 0.95), api.at(-1) ?? 0].map((ms) => Math.round(ms))
  return row([
    attack?.name ?? '(none)',
    attack?.finding ?? '',
    `${served.accepted}/${served.sent}`,
    stored === served.accepted ? 'all' : `-${served.accepted - stored}`,
    times.join(' / '),
    String(Math.round(healthMs)),
    String(rssMb),
    `${misses.length === 0 ? 'held' : `MISSED: ${misses.join('; ')}`} (attack answered ${namesOf(answers)})`,
  ])
}

async function besiege(databaseUrl: string | null): Promise<boolean> {
  const options = {
    attackMs: Number(values.seconds) * 1000,
    costlyIssues: Number(values.issues),
    databaseUrl,
  }
  const siege = new Siege(options)
  let held = true
  try {
    await siege.start()
    console.log(
      row(['attack', 'of', 'accepted/sent', 'stored', 'API p50 / p95 / max ms', 'healthz ms', 'RSS MB']),
    )
    for (const attack of [null, ...attacks]) {
      const outcome = await siege.play(attack)
      console.log(rowOf(outcome))
      held &&= outcome.misses.length === 0
    }
  } finally {
    await siege.end()
  }
  return held
}

const cluster = values.postgres ? await startPostgres() : null
if (values.postgres && !cluster) throw new Error("PostgreSQL is not installed (Debian's package: postgresql)")
try {
  const held = await besiege(cluster ? await cluster.createDatabase() : null)
  console.log(held ? 'the client noticed nothing' : 'FAILED: the client was not served')
  process.exitCode = held ? 0 : 1
} finally {
  await cluster?.stop()
}
