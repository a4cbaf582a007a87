/**
 * `npm run bench:pipeline`: the CPU time of each step of an event, µs, for each workload, in one process: the same seed
 * sends the same events. Two rounds warm up; of the others the least time of each step counts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#storage/engine/database.ts'
import { compressDocument } from '#storage/event/payload-codec.ts'
import { seedOrg, seedProject } from '../test/support/database/seed.ts'
import { gzippedEnvelopeOf, sampleEvents } from '../test/support/sample/events.ts'
import { acceptSteps, prepareSteps, type SteppedRecord } from './steps/steps.ts'
import { PipelineStore } from './steps/store.ts'
import { StepTimes, table } from './steps/times.ts'
import { WORKLOADS, workloadOf } from './workloads.ts'

const WARM_UP = 2
/** As many as the pipeline commits at once. */
const BATCH = 512

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '2048' },
    seed: { type: 'string', default: '7' },
    workloads: { type: 'string', default: Object.keys(WORKLOADS).join(',') },
  },
})
const [rounds, events, seed] = [Number(values.rounds), Number(values.events), Number(values.seed)]

async function measure(workload: string): Promise<StepTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl: null, threads: false, foreignKeys: false })
  const times = new StepTimes()
  try {
    const project = await seedProject(database, await seedOrg(database, 'bench'), 'bench')
    const store = await PipelineStore.open(database)
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const next = sampleEvents(workloadOf(workload)(seed, round, events))
      const bodies = Array.from({ length: events }, () => gzippedEnvelopeOf(next()))
      times.beginRound(round >= WARM_UP, events)
      for (let at = 0; at < events; at += BATCH) {
        const records: SteppedRecord[] = bodies.slice(at, at + BATCH).map((body) => ({ body, project }))
        acceptSteps(times, records)
        const items = prepareSteps(times, records)
        await times.stepAsync('commit: whole transaction', () => store.write(items))
        const compressions = await store.compressionsOf(items)
        times.step('commit: of it zstd', () => {
          for (const { document, dictionary } of compressions) compressDocument(document, dictionary)
        })
      }
    }
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return times
}

const results: Record<string, StepTimes> = {}
for (const workload of values.workloads.split(',')) results[workload] = await measure(workload)
console.log(table(results))
