/** What bench/RESULTS.md says of a run: its conditions, a table, a chart, and the bounds that were not kept. */
import {
  acceptRate,
  cpuOf,
  type IngestResult,
  median,
  megabytes,
  ratio,
  type Summary,
  summarize,
  whole,
} from './ingest-report.ts'

const ACCEPTED_FLOOR = 0.5
const END_TO_END_FLOORS: Record<string, number> = { hot: 0.33, broad: 0.28, locals: 0.28 }
const MEMORY_CEILING = 400e6
/** Bytes per event of `hot`. */
const DISK_CEILING = 2048
/** Columns of the chart for the bare handler's rate. */
const CHART_SCALE = 100

const HEAD = [
  '| engine | workload | accepted | end to end | p50 / p99 ms | CPU | memory | disk |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
]

export function resultsMarkdown(results: IngestResult[], day: Date): string {
  const measured = results.map((result) => ({ result, summary: summarize(result.rounds) }))
  const missed = measured.flatMap(missedFloors)
  return [
    conditions(results, day),
    '',
    ...HEAD,
    ...measured.map(row),
    '',
    missed.length === 0 ? 'All floors are met.' : `Floors not met: ${missed.join('; ')}.`,
    '',
    '```',
    ...measured.map(bar),
    '```',
  ].join('\n')
}

interface Measured {
  result: IngestResult
  summary: Summary
}

function conditions(results: IngestResult[], day: Date): string {
  const { cores, node, rounds, seed } = results[0]!
  const bare = results.flatMap((result) => result.rounds.map((round) => acceptRate(round.bare)))
  return (
    `${day.toISOString().slice(0, 10)}, ${cores} cores, Node ${node}, ${rounds.length} × ` +
    `${whole(median(rounds.map(({ service }) => service.accepted)))} events, seed ${seed}. The bare handler ` +
    `answered ${whole(Math.min(...bare))} to ${whole(Math.max(...bare))} a second.`
  )
}

function row({ result, summary }: Measured): string {
  const cells = [
    result.engine,
    result.workload,
    ratio(summary.acceptRatio),
    ratio(summary.endToEndRatio),
    `${whole(summary.p50Ms)} / ${whole(summary.p99Ms)}`,
    whole(cpuOf(result)),
    megabytes(result.peakMemory),
    `${whole(result.diskPerEvent)} B`,
  ]
  return `| ${cells.join(' | ')} |`
}

function missedFloors({ result, summary }: Measured): string[] {
  if (result.engine !== 'SQLite') return []
  const endToEnd = END_TO_END_FLOORS[result.workload] ?? 0
  const checks: [isMissed: boolean, what: string][] = [
    [
      summary.acceptRatio < ACCEPTED_FLOOR,
      `accepted ${ratio(summary.acceptRatio)} of ${ratio(ACCEPTED_FLOOR)}`,
    ],
    [summary.endToEndRatio < endToEnd, `end to end ${ratio(summary.endToEndRatio)} of ${ratio(endToEnd)}`],
    [
      result.peakMemory > MEMORY_CEILING,
      `memory ${megabytes(result.peakMemory)} of ${megabytes(MEMORY_CEILING)}`,
    ],
    [
      result.workload === 'hot' && result.diskPerEvent > DISK_CEILING,
      `disk ${whole(result.diskPerEvent)} of ${DISK_CEILING} B`,
    ],
  ]
  return checks.filter(([isMissed]) => isMissed).map(([, what]) => `${result.workload}: ${what}`)
}

/** End to end as a share of the bare handler; `|` is the floor. */
function bar({ result, summary }: Measured): string {
  const length = Math.round(summary.endToEndRatio * CHART_SCALE)
  const floor = Math.round((END_TO_END_FLOORS[result.workload] ?? 0) * CHART_SCALE)
  const blocks = '█'.repeat(length)
  const line = floor <= length ? blocks : `${blocks.padEnd(floor)}|`
  return `${result.workload.padEnd(8)}${ratio(summary.endToEndRatio)}  ${line}`
}
