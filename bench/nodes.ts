/**
 * `npm run bench:nodes`: 1, 2, 4 and 8 nodes on one PostgreSQL, sent the same load, up and down again by turns. On a
 * machine with fewer cores than nodes, several can't be faster than one, unless each has a part of a core (`--cpus`).
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/database/postgres.ts'
import { freshSeed } from '../test/support/fuzz/seeded-random.ts'
import { startGenerator } from './bench-process.ts'
import { BenchNodes } from './node-set.ts'
import { cpuTimeOf } from './resource-use.ts'
import { workloadOf } from './workloads.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4,8' },
    /** Times up and down. */
    rounds: { type: 'string', default: '2' },
    events: { type: 'string', default: '6000' },
    /** To each node before it is measured, if one was started. */
    warmup: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '64' },
    workload: { type: 'string', default: 'hot' },
    /** Of how many processors each node has the time, e.g. 0.15: nodes on machines of their own. All, by default. */
    cpus: { type: 'string' },
    seed: { type: 'string' },
  },
})
const sizes = values.nodes.split(',').map(Number)
const eventsOf = workloadOf(values.workload)
const seed = values.seed ? Number(values.seed) : freshSeed()

/** One load, sent to several nodes. */
interface Turn {
  nodes: number
  /** Events per second that were accepted, and that were counted in the end. */
  accepted: number
  endToEnd: number
  /** CPU time, µs per event. */
  nodeCpu: number
  databaseCpu: number
  p99Ms: number
}

const cluster = await startPostgres()
if (!cluster) throw new Error('PostgreSQL is not installed.')
const nodes = new BenchNodes(await cluster.createDatabase(), values.cpus ? Number(values.cpus) : null)
const generator = startGenerator()
let sent = 0
let counted = 0

/** Sends events that no turn before has sent. */
async function send(events: number) {
  await generator.prepare(events, eventsOf(seed, sent++, events))
  const before = { node: nodes.cpuTime(), database: cpuTimeOf(cluster!.pid) }
  const report = await generator.send(nodes.targets(), Number(values.connections))
  if (report.accepted !== events) throw new Error(`unexpected answers: ${JSON.stringify(report.unexpected)}`)
  counted += events
  const endedAt = await nodes.untilCounted(counted)
  return { before, report, endedAt }
}

async function measure(count: number): Promise<Turn> {
  if (await nodes.become(count)) await send(count * Number(values.warmup))
  nodes.limit()
  const events = Number(values.events)
  const { before, report, endedAt } = await send(events)
  const perEvent = (ms: number) => (ms * 1000) / events
  const rate = (until: number) => (events * 1000) / (until - report.startedAt)
  const turn: Turn = {
    nodes: count,
    accepted: rate(report.endedAt),
    endToEnd: rate(endedAt),
    nodeCpu: perEvent(nodes.cpuTime() - before.node),
    databaseCpu: perEvent(cpuTimeOf(cluster!.pid) - before.database),
    p99Ms: report.p99Ms,
  }
  print(turn)
  return turn
}

function print(turn: Turn): void {
  const numbers = [turn.accepted, turn.endToEnd, turn.nodeCpu, turn.databaseCpu, turn.p99Ms]
  const [accepted, endToEnd, nodeCpu, databaseCpu, p99] = numbers.map((value) => value.toFixed(0))
  console.log(
    `${turn.nodes} nodes: accepted ${accepted}/s, end to end ${endToEnd}/s, CPU ${nodeCpu} + ${databaseCpu} µs, p99 ${p99} ms`,
  )
}

/** A row for the table in bench/RESULTS.md: each turn against that of one node, or the fewest, in the same pass. */
function row(size: number, passes: Turn[][]): string {
  const ratios = (of: (turn: Turn) => number) => {
    const found = passes.map(
      (turns) =>
        of(turns.find((turn) => turn.nodes === size)!) / of(turns.find((turn) => turn.nodes === sizes[0])!),
    )
    return found.sort((a, b) => a - b)
  }
  const cells = [
    (turn: Turn) => turn.accepted,
    (turn: Turn) => turn.endToEnd,
    (turn: Turn) => turn.nodeCpu + turn.databaseCpu,
  ]
  const texts = cells
    .map(ratios)
    .map((found) => `${mean(found).toFixed(2)} (${found[0]!.toFixed(2)}–${found.at(-1)!.toFixed(2)})`)
  return `| ${size} | ${texts.join(' | ')} |`
}

function mean(numbers: number[]): number {
  return numbers.reduce((total, value) => total + value, 0) / numbers.length
}

const passes: Turn[][] = []
try {
  for (let pass = 0; pass < 2 * Number(values.rounds); pass++) {
    const turns: Turn[] = []
    for (const size of pass % 2 === 0 ? sizes : sizes.toReversed()) turns.push(await measure(size))
    passes.push(turns)
  }
} finally {
  generator.close()
  await nodes.close()
  await cluster.stop()
}
console.log(`\n${availableParallelism()} cores, Node ${process.version}, ${values.workload}, seed ${seed}`)
console.log(`| nodes | accepted | end to end | CPU per event |\n| --- | --- | --- | --- |`)
for (const size of sizes) console.log(row(size, passes))
