import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, Project } from '../../test/support/client/api-client.ts'
import { type Generator, startGenerator } from '../bench-process.ts'
import { type BenchService, startBenchService } from '../bench-service.ts'
import { acceptRate, endToEndRate, median } from '../ingest-report.ts'
import { workloadOf } from '../workloads.ts'

export interface AlertBenchOptions {
  rounds: number
  events: number
  warmup: number
  connections: number
  seed: number
}

/** Beside the rule that every project begins with. */
const RULES = [
  { kind: 'velocity', query: '', window_minutes: 60, threshold: { type: 'count', value: 500 } },
  {
    kind: 'custom',
    query: 'env:production level:error,fatal',
    window_minutes: 5,
    threshold: { type: 'count', value: 100 },
  },
  { kind: 'custom', query: 'level:error', window_minutes: 60, threshold: { type: 'users', value: 50 } },
  {
    kind: 'custom',
    query: 'timeout',
    window_minutes: 15,
    threshold: { type: 'percent_increase', value: 200 },
  },
]
/** Without a delivery for so long, none is left. */
const QUIET_MS = 2_000

/** A receiver of webhooks that only counts. */
class CountingReceiver {
  count = 0
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      this.count += 1
      request.resume().on('end', () => response.writeHead(204).end())
    })
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** Resolves when nothing comes any more. */
  async untilQuiet(): Promise<void> {
    for (let before = -1; before !== this.count; await sleep(QUIET_MS)) before = this.count
  }

  close(): void {
    this.#server.close()
  }
}

async function create(client: ApiClient, path: string, body: object): Promise<void> {
  const { status } = await client.request('POST', path, body)
  if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
}

async function setUpAlerts(client: ApiClient, project: Project, url: string): Promise<void> {
  const events = ['issue_created', 'regression', 'velocity_spike', 'custom_rule']
  await create(client, '/api/v1/webhooks', { project_id: project.id, url, format: 'generic', events })
  for (const [at, rule] of RULES.entries()) {
    await create(client, '/api/v1/alert-rules', { ...rule, project_id: project.id, name: `Rule ${at}` })
  }
}

/** What one service did with the events of a round. */
interface Measured {
  acceptRate: number
  endToEndRate: number
}

class Side {
  readonly service: BenchService
  accepted = 0

  constructor(service: BenchService) {
    this.service = service
  }

  async take(generator: Generator, connections: number): Promise<Measured> {
    const report = await generator.send([this.service.target], connections)
    this.accepted += report.accepted
    const queryableAt = await this.service.untilQueryable(this.accepted)
    return { acceptRate: acceptRate(report), endToEndRate: endToEndRate({ service: report, queryableAt }) }
  }

  /** CPU time of the process so far, ms. */
  cpu(): number {
    return [...this.service.threadTimes().values()].reduce((sum, ms) => sum + ms, 0)
  }
}

/**
 * `npm run bench -- --alerts`: the service with a webhook and five rules against the same without, in alternating rounds
 * of the same bodies, both on SQLite. Prints what the former does of the latter: medians of the rounds' ratios, and the ratio of CPU
 * times.
 */
export async function measureAlerts(workload: string, options: AlertBenchOptions): Promise<void> {
  const receiver = new CountingReceiver()
  const url = await receiver.start()
  const generator = startGenerator()
  const plain = new Side(await startBenchService({ databaseUrl: null }))
  const told = new Side(
    await startBenchService({
      databaseUrl: null,
      env: { SVC_WEBHOOK_ALLOW_PRIVATE: '1' },
      prepare: (client, project) => setUpAlerts(client, project, url),
    }),
  )
  try {
    const ratios: Measured[] = []
    let before = [0, 0]
    for (let round = 0; round <= options.rounds; round++) {
      const events = round === 0 ? options.warmup : options.events
      await generator.prepare(events, workloadOf(workload)(options.seed, round, events))
      if (round === 1) before = [plain.cpu(), told.cpu()]
      const measured = new Map<Side, Measured>()
      for (const side of round % 2 === 0 ? [plain, told] : [told, plain]) {
        measured.set(side, await side.take(generator, options.connections))
        await receiver.untilQuiet()
      }
      if (round > 0) ratios.push(ratioOf(measured.get(told)!, measured.get(plain)!))
    }
    const cpu = (told.cpu() - before[1]!) / (plain.cpu() - before[0]!)
    const of = (name: keyof Measured) => median(ratios.map((ratio) => ratio[name])).toFixed(2)
    console.log(
      `${workload}: accepted ${of('acceptRate')}, end to end ${of('endToEndRate')}, CPU ${cpu.toFixed(2)} of those ` +
        `without alerts; ${receiver.count} deliveries, ${told.accepted} events`,
    )
  } finally {
    generator.close()
    receiver.close()
    await plain.service.close()
    await told.service.close()
  }
}

function ratioOf(one: Measured, other: Measured): Measured {
  return {
    acceptRate: one.acceptRate / other.acceptRate,
    endToEndRate: one.endToEndRate / other.endToEndRate,
  }
}
