import { setTimeout as sleep } from 'node:timers/promises'
import { LoadConnection, type LoadTarget } from '../test/support/client/load-connection.ts'
import { gzippedEnvelopeOf, type SampleEventsOptions, sampleEvents } from '../test/support/sample/events.ts'

/** Orders to the generator process. `prepare` replaces the bodies, `send` posts each of them once, by connections that are shared
 * out among the targets. */
export type LoadOrder =
  | { kind: 'prepare'; events: number; options: SampleEventsOptions }
  | { kind: 'send'; targets: readonly LoadTarget[]; connections: number }

export interface LoadReport {
  /** Answered 200. */
  accepted: number
  /** 503 answers; each such event was sent again. */
  refused: number
  /** Any other status, by number of answers. */
  unexpected: Record<string, number>
  /** Epoch ms of the first request and of the last answer. */
  startedAt: number
  endedAt: number
  bytesSent: number
  p50Ms: number
  p99Ms: number
}

const OVERLOADED = 503
const MAX_PAUSE_MS = 250

let bodies: Buffer[] = []

function prepare(order: Extract<LoadOrder, { kind: 'prepare' }>): void {
  const next = sampleEvents(order.options)
  bodies = Array.from({ length: order.events }, () => gzippedEnvelopeOf(next()))
}

async function send(order: Extract<LoadOrder, { kind: 'send' }>): Promise<LoadReport> {
  const latencies = new Float64Array(bodies.length)
  const report = { accepted: 0, refused: 0, unexpected: {} as Record<string, number>, bytesSent: 0 }
  let taken = 0
  async function drive(target: LoadTarget): Promise<void> {
    const connection = new LoadConnection(target)
    for (let at = taken++; at < bodies.length; at = taken++) {
      const body = bodies[at]!
      report.bytesSent += body.length
      latencies[at] = await postUntilTaken(connection, body, report)
    }
    connection.close()
  }
  const startedAt = Date.now()
  const { targets, connections } = order
  await Promise.all(Array.from({ length: connections }, (_, n) => drive(targets[n % targets.length]!)))
  const endedAt = Date.now()
  latencies.sort()
  const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return { ...report, startedAt, endedAt, p50Ms: percentile(0.5), p99Ms: percentile(0.99) }
}

/** Time of the answer that settled the event, ms. A 503 is waited out and sent again, as an SDK's queue would. */
async function postUntilTaken(
  connection: LoadConnection,
  body: Buffer,
  report: Pick<LoadReport, 'accepted' | 'refused' | 'unexpected'>,
): Promise<number> {
  for (;;) {
    const before = performance.now()
    const { status, retryAfterSeconds } = await connection.post(body)
    const took = performance.now() - before
    if (status === OVERLOADED) {
      report.refused++
      await sleep(Math.min(retryAfterSeconds * 1000, MAX_PAUSE_MS))
      continue
    }
    if (status === 200) report.accepted++
    else report.unexpected[status] = (report.unexpected[status] ?? 0) + 1
    return took
  }
}

process.on('message', async (order: LoadOrder) => {
  if (order.kind === 'prepare') prepare(order)
  process.send?.(order.kind === 'send' ? await send(order) : null)
})
process.once('disconnect', () => process.exit())
