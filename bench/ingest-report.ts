import type { LoadReport } from './load-generator.ts'

/** One pair of measurements: the same bodies to the bare handler and to the service. */
export interface Round {
  bare: LoadReport
  service: LoadReport
  /** Epoch ms at which every event accepted so far was queryable. */
  queryableAt: number
}

export interface IngestResult {
  workload: string
  engine: 'SQLite' | 'PostgreSQL'
  seed: number
  cores: number
  node: string
  /** All events accepted by the service, warm-up included. */
  accepted: number
  rounds: Round[]
  /** CPU time by thread, µs per event. */
  threads: Record<string, number>
  /** Bytes, of the service's own processes. */
  peakMemory: number
  /** Bytes per event after drain, checkpoint and journal trim, less the empty service. */
  diskPerEvent: number
  secondStartMs: number
}

/** Events per second that a run accepted. */
export function acceptRate(report: LoadReport): number {
  return (report.accepted / (report.endedAt - report.startedAt)) * 1000
}

/** Events per second from the first request until all of them were queryable. */
export function endToEndRate({ service, queryableAt }: Pick<Round, 'service' | 'queryableAt'>): number {
  return (service.accepted / (queryableAt - service.startedAt)) * 1000
}

/** The number in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export interface Summary {
  bareRate: number
  acceptRate: number
  acceptRatio: number
  acceptRatios: number[]
  endToEndRate: number
  endToEndRatio: number
  endToEndRatios: number[]
  p50Ms: number
  p99Ms: number
  bareP50Ms: number
  bareP99Ms: number
}

/** Medians over the rounds; a ratio compares the two halves of ONE round. */
export function summarize(rounds: Round[]): Summary {
  const acceptRatios = rounds.map((round) => acceptRate(round.service) / acceptRate(round.bare))
  const endToEndRatios = rounds.map((round) => endToEndRate(round) / acceptRate(round.bare))
  return {
    bareRate: median(rounds.map((round) => acceptRate(round.bare))),
    acceptRate: median(rounds.map((round) => acceptRate(round.service))),
    acceptRatio: median(acceptRatios),
    acceptRatios,
    endToEndRate: median(rounds.map(endToEndRate)),
    endToEndRatio: median(endToEndRatios),
    endToEndRatios,
    p50Ms: median(rounds.map((round) => round.service.p50Ms)),
    p99Ms: median(rounds.map((round) => round.service.p99Ms)),
    bareP50Ms: median(rounds.map((round) => round.bare.p50Ms)),
    bareP99Ms: median(rounds.map((round) => round.bare.p99Ms)),
  }
}

export const whole = (value: number) => value.toFixed(0)
export const ratio = (value: number) => value.toFixed(2)
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

/** One line per round; throws when the service answered anything but success or overload. */
export function printRound(number: number, round: Round): void {
  for (const report of [round.bare, round.service]) {
    const unexpected = Object.entries(report.unexpected)
    if (unexpected.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(report.unexpected)}`)
  }
  const { acceptRatio, endToEndRatio } = summarize([round])
  console.log(
    `round ${number}: bare ${whole(acceptRate(round.bare))}/s, accepted ${whole(acceptRate(round.service))}/s ` +
      `(${ratio(acceptRatio)}), end to end ${whole(endToEndRate(round))}/s (${ratio(endToEndRatio)}), ` +
      `p50 ${round.service.p50Ms.toFixed(1)} ms, p99 ${round.service.p99Ms.toFixed(1)} ms, ` +
      `503 answers ${round.service.refused}`,
  )
}

export function printDisk(disk: Map<string, number>, events: number): void {
  for (const [name, bytes] of disk) {
    console.log(`disk: ${name} ${megabytes(bytes)}, ${whole(bytes / events)} bytes per event`)
  }
}

export function printResult(result: IngestResult): void {
  const summary = summarize(result.rounds)
  const range = (values: number[]) => `${ratio(Math.min(...values))}–${ratio(Math.max(...values))}`
  const bytesPerBody = result.rounds[0]!.service.bytesSent / result.rounds[0]!.service.accepted
  console.log(
    [
      '',
      `${result.workload} on ${result.engine}, Node ${result.node}, ${result.cores} cores, seed ${result.seed}, ` +
        `${result.accepted} events of ${whole(bytesPerBody)} bytes gzip'd`,
      `accepted    ${whole(summary.acceptRate)}/s = ${ratio(summary.acceptRatio)} of bare (${range(summary.acceptRatios)})`,
      `end to end  ${whole(summary.endToEndRate)}/s = ${ratio(summary.endToEndRatio)} of bare (${range(summary.endToEndRatios)})`,
      `accept      p50 ${summary.p50Ms.toFixed(1)} ms, p99 ${summary.p99Ms.toFixed(1)} ms ` +
        `(bare: ${summary.bareP50Ms.toFixed(1)}, ${summary.bareP99Ms.toFixed(1)})`,
      `CPU         ${threadText(result)}`,
      `memory      ${megabytes(result.peakMemory)} at its peak`,
      `disk        ${whole(result.diskPerEvent)} bytes per event`,
      `start       ${whole(result.secondStartMs)} ms to a healthy answer (second start)`,
    ].join('\n'),
  )
}

/** CPU time of all threads, µs per event. */
export function cpuOf({ threads }: IngestResult): number {
  return Object.values(threads).reduce((sum, us) => sum + us, 0)
}

function threadText(result: IngestResult): string {
  const { threads } = result
  const parts = Object.entries(threads).map(([name, us]) => `${name} ${whole(us)}`)
  return `${whole(cpuOf(result))} µs per event: ${parts.join(', ')}`
}
