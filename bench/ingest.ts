/**
 * `npm run bench`: the service against a bare `node:http` handler, in alternating rounds of the same bodies.
 * Absolute rates belong to one machine and one moment; the ratios are what is compared between runs.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { freshSeed } from '../test/support/fuzz/seeded-random.ts'
import { measureAlerts } from './alerts/with-and-without.ts'
import { startBareHandler, startGenerator } from './bench-process.ts'
import { startBenchService, sum } from './bench-service.ts'
import { measureGrowth } from './growth.ts'
import { type IngestResult, printDisk, printResult, printRound, type Round } from './ingest-report.ts'
import { memoryOf } from './resource-use.ts'
import { resultsMarkdown } from './results-table.ts'
import { workloadOf } from './workloads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '20000' },
    warmup: { type: 'string', default: '5000' },
    workloads: { type: 'string', default: 'hot,broad,locals,first' },
    connections: { type: 'string', default: '64' },
    'database-url': { type: 'string' },
    seed: { type: 'string' },
    growth: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const options = {
  rounds: Number(values.rounds),
  events: Number(values.events),
  warmup: Number(values.warmup),
  connections: Number(values.connections),
  databaseUrl: values['database-url'] ?? null,
  seed: values.seed ? Number(values.seed) : freshSeed(),
}

async function measureIngest(workload: string): Promise<IngestResult> {
  const eventsOf = workloadOf(workload)
  const generator = startGenerator()
  const bare = await startBareHandler()
  const service = await startBenchService(options)
  try {
    const rounds: Round[] = []
    let accepted = 0
    let threadsBefore = service.threadTimes()
    for (let round = 0; round <= options.rounds; round++) {
      // Round 0 is the warm-up of all three processes; its numbers are dropped.
      const events = round === 0 ? options.warmup : options.events
      await generator.prepare(events, eventsOf(options.seed, round, events))
      if (round === 1) threadsBefore = service.threadTimes()
      const bareReport = await generator.send([bare.target], options.connections)
      const report = await generator.send([service.target], options.connections)
      accepted += report.accepted
      const queryableAt = await service.untilQueryable(accepted)
      if (round > 0) rounds.push({ bare: bareReport, service: report, queryableAt })
      if (round > 0) printRound(round, rounds.at(-1)!)
    }
    const threads = perEvent(service.threadTimes(), threadsBefore, accepted - options.warmup)
    const counted = await service.countedEvents()
    if (counted !== accepted) throw new Error(`${accepted} accepted, ${counted} counted`)
    const memory = memoryOf(service.pid)
    const disk = await service.stopAndMeasureDisk()
    printDisk(disk, accepted)
    return {
      workload,
      engine: options.databaseUrl ? 'PostgreSQL' : 'SQLite',
      seed: options.seed,
      cores: availableParallelism(),
      node: process.version,
      accepted,
      rounds,
      threads,
      peakMemory: memory.peak,
      diskPerEvent: (sum(disk) - service.emptyDisk) / accepted,
      secondStartMs: service.secondStartMs,
    }
  } finally {
    generator.close()
    bare.close()
    await service.close()
  }
}

/** CPU time of each thread that did a share worth naming, µs per event. */
function perEvent(
  after: Map<string, number>,
  before: Map<string, number>,
  events: number,
): Record<string, number> {
  const spent = [...after].map(
    ([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1000) / events] as const,
  )
  return Object.fromEntries(spent.filter(([, us]) => us >= 1).sort((a, b) => b[1] - a[1]))
}

if (values.growth) {
  await measureGrowth(options)
} else if (values.alerts) {
  for (const workload of values.workloads.split(',')) await measureAlerts(workload, options)
} else {
  const results: IngestResult[] = []
  for (const workload of values.workloads.split(',')) {
    console.log(`\n${workload}`)
    results.push(await measureIngest(workload))
    printResult(results.at(-1)!)
  }
  console.log(`\n${resultsMarkdown(results, new Date())}`)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
}
