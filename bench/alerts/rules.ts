/**
 * `npm run bench:rules`: what 50 alert rules cost the pipeline where all events are small and of one issue, and every
 * rule matches each of them. Two databases get the same batches in turn, one of them without rules. CPU time of preparing
 * and writing a batch: a tenth of the batches took no longer, which what else the machine does leaves in peace.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JournalRecord } from '#journal/journal.ts'
import { unpackRecords } from '#pipeline/prepare/packed-records.ts'
import { packRecords } from '#pipeline/prepare/prepare-batch.ts'
import { insertAlertRule, type NewRule, nextRulesRevision } from '#storage/alert/alert-rule.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { type SeedProject, seedOrg, seedProject } from '../../test/support/database/seed.ts'
import { seededRandom } from '../../test/support/fuzz/seeded-random.ts'
import { acceptSteps, type SteppedRecord } from '../steps/steps.ts'
import { PipelineStore } from '../steps/store.ts'
import { StepTimes } from '../steps/times.ts'
import { hotEnvelope } from './hot-event.ts'
import { matchingRules } from './matching-rules.ts'

const BATCH = 256
const WARM_UP = 20

const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '200' },
    rules: { type: 'string', default: '50' },
    seed: { type: 'string', default: '7' },
  },
})
/** A database with one project, and the rules that it has. */
interface Side {
  database: Database
  dataDir: string
  store: PipelineStore
  project: SeedProject
}

async function openSide(rules: number): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl: null, threads: false, foreignKeys: false })
  const project = await seedProject(database, await seedOrg(database, 'bench'), 'bench')
  const scope = { db: database.queries, orgId: project.orgId, orgUid: project.orgUid }
  for (const rule of matchingRules(rules)) {
    const created: NewRule = { ...rule, projectId: project.projectId, createdAt: START }
    await insertAlertRule(scope, created, await nextRulesRevision(scope, project.projectId))
  }
  return { database, dataDir, store: await PipelineStore.open(database), project }
}

const START = Date.now()
/** 100 events a second: a storm of one issue. */
const MS_BETWEEN_EVENTS = 10

let sent = 0
const random = seededRandom(Number(values.seed))
function nextRecords(project: SeedProject): JournalRecord[] {
  const stepped: SteppedRecord[] = Array.from({ length: BATCH }, () => ({
    body: hotEnvelope(random),
    project,
  }))
  acceptSteps(new StepTimes(), stepped)
  return stepped.map(({ record }) => ({ ...record!, receivedAt: START + MS_BETWEEN_EVENTS * sent++ }))
}

function cpuOf(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** CPU time of one batch on each side, µs an event. */
async function measureBatch(sides: readonly Side[], batch: number): Promise<number[]> {
  const records = nextRecords(sides[0]!.project)
  const times = sides.map(() => 0)
  for (const at of batch % 2 === 0 ? [0, 1] : [1, 0]) {
    const before = process.cpuUsage()
    const packed = packRecords(records, { limits: () => ({ retentionDays: 90 }), giveUp: null })
    await sides[at]!.store.write(unpackRecords(packed) as StoredItem[])
    times[at] = cpuOf(before) / BATCH
  }
  return times
}

/** `+1.0`, `-1.0`. */
function signed(percent: number): string {
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)}`
}

function leastTenth(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 10)]!
}

const sides = [await openSide(0), await openSide(Number(values.rules))]
try {
  const measured: number[][] = []
  for (let batch = -WARM_UP; batch < Number(values.batches); batch++) {
    const times = await measureBatch(sides, batch)
    if (batch >= 0) measured.push(times)
  }
  const [without = 0, withRules = 0] = [0, 1].map((at) => leastTenth(measured.map((times) => times[at]!)))
  console.log(
    `${values.rules} rules, one issue, ${measured.length} batches of ${BATCH}: ${without.toFixed(0)} µs an event without them, ` +
      `${withRules.toFixed(0)} with them: ${signed((withRules / without - 1) * 100)} %`,
  )
} finally {
  for (const { database, dataDir } of sides) {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
