import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JournalStats, JournalWriter } from '#journal/journal.ts'
import { freeBytes } from '#platform/disk-reserve.ts'
import { productVersion } from '#platform/version.ts'
import { partStates, type ReadinessPart } from '../server/health.ts'

interface WorkTotals {
  events: Readonly<Record<string, number>>
  issues: Readonly<Record<string, number>>
  troubles: number
}

export interface MetricSources {
  readiness: Readonly<Record<string, ReadinessPart>>
  journal: Pick<JournalWriter, 'stats'>
  totals: WorkTotals
  /** Attempts by result. */
  webhooks: Readonly<Record<string, number>>
  emails: Readonly<Record<string, number>>
  /** By what is in them. */
  folders: Readonly<Record<string, string>>
  engine: 'sqlite' | 'postgresql'
  now: () => number
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Of a part; Prometheus knows numbers only. */
const STATE_VALUES = { ok: 1, degraded: 0.5, failed: 0 } as const

/** The numbers of this process for Prometheus. Labels come from fixed lists, never from senders, so the
 * number of series is bounded; nothing names a project or an organization. */
export class ServiceMetrics {
  readonly #registry = new Registry()
  readonly #sources: MetricSources
  readonly #gauges: ReturnType<typeof serviceGauges>

  constructor(sources: MetricSources) {
    this.#sources = sources
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#gauges = serviceGauges(registers)
    this.#gauges.info.set({ version: productVersion(), engine: sources.engine, node: process.version }, 1)
    countTotals(sources, registers)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Counts and times every request from now on, also those that the framework never sees. */
  watch(server: Server): void {
    const registers = [this.#registry]
    const requests = new Counter({
      name: 'errata_http_requests_total',
      help: 'HTTP requests by area and status; status 0: the client left before the answer was complete.',
      labelNames: ['area', 'status'],
      registers,
    })
    const durations = new Histogram({
      name: 'errata_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer, except live streams.',
      labelNames: ['area'],
      buckets: SECONDS,
      registers,
    })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const began = performance.now()
      const area = areaOf(request.url ?? '')
      response.once('close', () => {
        requests.inc({ area, status: response.writableFinished ? response.statusCode : 0 })
        if (area !== 'stream') durations.observe({ area }, (performance.now() - began) / 1000)
      })
    })
  }

  /** The text that Prometheus reads. What cannot be asked at present is left out, and its part is not ready. */
  async text(): Promise<string> {
    const { readiness, journal } = this.#sources
    const [states, stats] = await Promise.all([partStates(readiness), journal.stats().catch(() => null)])
    for (const [part, state] of Object.entries(states)) this.#gauges.ready.set({ part }, STATE_VALUES[state])
    this.#setJournal(stats)
    this.#setFreeSpace()
    return this.#registry.metrics()
  }

  #setFreeSpace(): void {
    for (const [folder, path] of Object.entries(this.#sources.folders)) {
      const bytes = freeBytes(path)
      if (bytes === null) this.#gauges.free.remove({ folder })
      else this.#gauges.free.set({ folder }, bytes)
    }
  }

  #setJournal(stats: JournalStats | null): void {
    const { pendingEvents, pendingBytes, oldest } = this.#gauges
    for (const gauge of [pendingEvents, pendingBytes, oldest]) gauge.reset()
    if (stats === null) return
    const since = stats.oldestReceivedAt
    pendingEvents.set(stats.pendingRecords)
    pendingBytes.set(stats.pendingBytes)
    oldest.set(since === null ? 0 : Math.max(0, this.#sources.now() - since) / 1000)
  }
}

function serviceGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    info: gauge('errata_info', 'Always 1; version, engine and runtime are in the labels.', [
      'version',
      'engine',
      'node',
    ]),
    ready: gauge('errata_ready', 'State of each part of /readyz: 1 is ok, 0.5 degraded, 0 failed.', ['part']),
    free: gauge('errata_free_bytes', 'Free space on the disk of a folder.', ['folder']),
    pendingEvents: gauge('errata_journal_pending_events', 'Events accepted and not yet processed.'),
    pendingBytes: gauge('errata_journal_pending_bytes', 'Size of the events not yet processed.'),
    oldest: gauge(
      'errata_journal_oldest_event_seconds',
      'How long the oldest event not yet processed has waited; 0 if there is none.',
    ),
  }
}

function countTotals({ totals, webhooks, emails }: MetricSources, registers: Registry[]): void {
  const counter = (
    name: string,
    help: string,
    values: () => [labels: Record<string, string>, value: number][],
  ) =>
    new Counter({
      name,
      help,
      labelNames: Object.keys(values()[0]![0]),
      registers,
      collect() {
        this.reset()
        for (const [labels, value] of values()) this.inc(labels, value)
      },
    })
  const byResult = (name: string, help: string, results: Readonly<Record<string, number>>) =>
    counter(name, help, () => Object.entries(results).map(([result, value]) => [{ result }, value]))
  byResult('errata_events_processed_total', 'Events processed by this node, by result.', totals.events)
  byResult(
    'errata_webhook_attempts_total',
    'Attempts of this node to deliver to a webhook, by result.',
    webhooks,
  )
  byResult('errata_email_attempts_total', 'Attempts of this node to send an email, by result.', emails)
  counter('errata_issue_changes_total', 'New issues and regressions found by this node.', () =>
    Object.entries(totals.issues).map(([change, value]) => [{ change }, value]),
  )
  counter('errata_pipeline_troubles_total', 'Failures of the pipeline; each is retried and logged.', () => [
    [{}, totals.troubles],
  ])
}

function areaOf(url: string): string {
  if (url.startsWith('/api/v1/stream')) return 'stream'
  if (url.startsWith('/api/v1/')) return 'api'
  if (url.startsWith('/api/0/')) return 'tools'
  if (url.startsWith('/api/')) return 'ingest'
  return url.startsWith('/mcp') ? 'mcp' : 'other'
}
