/**
 * `npm run bench`: the service against a bare `node:http` handler, in alternating rounds of the same bodies.
 * Absolute rates belong to one machine and one moment; the ratios are what is compared between runs.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { freshSeed } from '../test/support/seeded-random.ts'
import { startBareHandler, startGenerator } from './bench-process.ts'
import { startBenchService, sum } from './bench-service.ts'
import { measureGrowth } from './growth.ts'
import {
  type IngestResult,
  markdownRow,
  printDisk,
  printResult,
  printRound,
  type Round,
} from './ingest-report.ts'
import { memoryOf } from './resource-use.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '20000' },
    warmup: { type: 'string', default: '5000' },
    issues: { type: 'string', default: '200' },
    connections: { type: 'string', default: '64' },
    'database-url': { type: 'string' },
    seed: { type: 'string' },
    growth: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const options = {
  rounds: Number(values.rounds),
  events: Number(values.events),
  warmup: Number(values.warmup),
  issues: Number(values.issues),
  connections: Number(values.connections),
  databaseUrl: values['database-url'] ?? null,
  seed: values.seed ? Number(values.seed) : freshSeed(),
}

async function measureIngest(): Promise<IngestResult> {
  const generator = startGenerator()
  const bare = await startBareHandler()
  const service = await startBenchService(options.databaseUrl)
  try {
    const rounds: Round[] = []
    let accepted = 0
    for (let round = 0; round <= options.rounds; round++) {
      // Round 0 is the warm-up of all three processes; its numbers are dropped.
      await generator.prepare(
        options.seed + round,
        round === 0 ? options.warmup : options.events,
        options.issues,
      )
      const bareReport = await generator.send(bare.target, options.connections)
      const report = await generator.send(service.target, options.connections)
      accepted += report.accepted
      const queryableAt = await service.untilQueryable(accepted)
      if (round > 0) rounds.push({ bare: bareReport, service: report, queryableAt })
      if (round > 0) printRound(round, rounds.at(-1)!)
    }
    const memory = memoryOf(service.pid)
    const disk = await service.stopAndMeasureDisk()
    printDisk(disk, accepted)
    return {
      engine: options.databaseUrl ? 'PostgreSQL' : 'SQLite',
      seed: options.seed,
      cores: availableParallelism(),
      node: process.version,
      accepted,
      rounds,
      peakMemory: memory.peak,
      diskPerEvent: (sum(disk) - service.emptyDisk) / accepted,
      secondStartMs: service.secondStartMs,
    }
  } finally {
    generator.close()
    bare.close()
    await service.remove()
  }
}

if (values.growth) {
  await measureGrowth(options)
} else {
  const result = await measureIngest()
  printResult(result)
  console.log(`\n${markdownRow(result, new Date())}`)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`)
}
