import { gzipSync } from 'node:zlib'
import { type SeededRandom, seededRandom } from '../fuzz/seeded-random.ts'
import { sampleException } from './sample-exception.ts'

/** One event as a stock Node SDK would send it: about 15 KB of JSON, 4.9 KB gzip'd. */
export interface SampleEvent {
  /** 32 lower-case hex digits. */
  eventId: string
  /** Number of the issue it belongs to. */
  issue: number
  payload: Record<string, unknown>
}

export interface SampleEventsOptions {
  seed: number
  /** Distinct issues, each with its own stack. */
  issues?: number
  /** How often each issue comes: all alike (the default), by Zipf's law (s = 1), or one event each, in order. */
  frequency?: 'even' | 'zipf' | 'once'
  /** Number of the first issue. */
  from?: number
  /** Whether frames have local variables, of other values in each event, as the Python SDK sends them. */
  locals?: boolean
}

/** Exceptions kept ready: more would fill the generator's memory, and are made again for each event. */
const MOST_KEPT = 400

const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
]
const PATHS = ['orders', 'invoices', 'customers', 'carts', 'shipments', 'refunds', 'sessions', 'reports']
const RELEASES = ['shop@4.11.0', 'shop@4.11.1', 'shop@4.12.0-rc.1', 'shop@4.12.0']
export const FIRST_NAMES = [
  'ada',
  'boris',
  'chen',
  'dana',
  'emil',
  'farah',
  'goran',
  'hana',
  'ines',
  'joon',
  'kofi',
  'lena',
]
const QUERIES = [
  'SELECT id, total, currency FROM orders WHERE customer_id = $1 ORDER BY placed_at DESC LIMIT 20',
  'UPDATE carts SET updated_at = now(), revision = revision + 1 WHERE id = $1 RETURNING revision',
  'SELECT sku, quantity, unit_price FROM order_lines WHERE order_id = $1',
  'INSERT INTO audit_entries (actor, action, subject) VALUES ($1, $2, $3)',
]
const BREADCRUMBS = 21

/**
 * Endless events, the same for the same seed: issues come round in random order, and every event has its own
 * ids, times, user, request and breadcrumbs while the stack is the issue's.
 */
export function sampleEvents(options: SampleEventsOptions): () => SampleEvent {
  const random = seededRandom(options.seed)
  const { issues = 200, from = 0, locals = false } = options
  const kept = Array.from({ length: Math.min(issues, MOST_KEPT) }, (_, at) => sampleException(from + at))
  const nextIssue = issueChooser(random, issues, options.frequency ?? 'even')
  return () => {
    const at = nextIssue()
    const eventId = random.hex(32)
    const exception = (kept[at] ?? sampleException(from + at))(random.hex(8))
    const payload = payloadOf(random, eventId, locals ? withLocals(random, exception) : exception)
    return { eventId, issue: from + at, payload }
  }
}

function issueChooser(
  random: SeededRandom,
  issues: number,
  frequency: 'even' | 'zipf' | 'once',
): () => number {
  if (frequency === 'even') return () => random.int(0, issues - 1)
  let next = 0
  if (frequency === 'once') return () => next++
  // Sums of 1/1, 1/2, 1/3 …: a uniform number falls into the span of rank k with a chance of 1/k.
  const sums = new Float64Array(issues)
  let sum = 0
  for (let rank = 1; rank <= issues; rank++) sums[rank - 1] = sum += 1 / rank
  return () => firstAbove(sums, random.next() * sum)
}

function firstAbove(sums: Float64Array, value: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

/** The exception with variables in its frames, whose values differ each time. */
function withLocals(random: SeededRandom, exception: Record<string, unknown>): Record<string, unknown> {
  const { frames } = exception.stacktrace as { frames: Record<string, unknown>[] }
  const vars = () => ({
    self: `<shop.services.OrderService object at 0x7f${random.hex(10)}>`,
    order_id: String(random.int(1, 10_000_000)),
    customer: { id: random.int(1, 50_000), name: `'${random.pick(FIRST_NAMES)}'` },
    retries: String(random.int(0, 5)),
  })
  return { ...exception, stacktrace: { frames: frames.map((frame) => ({ ...frame, vars: vars() })) } }
}

function payloadOf(random: SeededRandom, eventId: string, exception: unknown): Record<string, unknown> {
  const now = Date.now() / 1000
  const user = random.int(1, 50_000)
  const name = random.pick(FIRST_NAMES)
  return {
    event_id: eventId,
    timestamp: now,
    platform: 'node',
    level: random.next() < 0.9 ? 'error' : 'fatal',
    environment: random.next() < 0.8 ? 'production' : 'staging',
    release: random.pick(RELEASES),
    server_name: `web-${random.int(1, 12)}.internal.example.com`,
    transaction: `POST /api/${random.pick(PATHS)}/:id`,
    exception: { values: [exception] },
    user: {
      id: String(user),
      email: `${name}.${user}@customers.example.com`,
      username: `${name}${user}`,
      ip_address: `203.0.113.${random.int(1, 254)}`,
    },
    tags: {
      tenant: `tenant-${random.int(1, 80)}`,
      region: random.pick(['eu-central', 'us-east', 'ap-south']),
      plan: random.pick(['free', 'team', 'business']),
    },
    request: requestOf(random),
    breadcrumbs: breadcrumbsOf(random, now),
    contexts: contextsOf(random),
    sdk: {
      name: 'sentry.javascript.node',
      version: '11.11.0',
      integrations: [
        'InboundFilters',
        'LinkedErrors',
        'Console',
        'Http',
        'OnUncaughtException',
        'ContextLines',
      ],
      packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }],
    },
  }
}

function requestOf(random: SeededRandom): Record<string, unknown> {
  const path = `${random.pick(PATHS)}/${random.hex(8)}`
  return {
    method: 'POST',
    url: `https://shop.example.com/api/${path}`,
    query_string: `page=${random.int(1, 40)}&locale=${random.pick(['de', 'en', 'fr', 'pl'])}`,
    headers: {
      accept: 'application/json, text/plain, */*',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'content-type': 'application/json',
      host: 'shop.example.com',
      referer: `https://shop.example.com/${path}`,
      'user-agent': random.pick(USER_AGENTS),
      'x-request-id': random.hex(32),
    },
    data: { quantity: random.int(1, 9), sku: `SKU-${random.int(10_000, 99_999)}`, coupon: null },
  }
}

function contextsOf(random: SeededRandom): Record<string, unknown> {
  return {
    trace: { trace_id: random.hex(32), span_id: random.hex(16) },
    runtime: { name: 'node', version: 'v24.21.0' },
    app: { app_start_time: '2026-11-20T06:12:44.103Z', app_memory: random.int(90_000_000, 400_000_000) },
    os: { kernel_version: '6.1.0-40-amd64', name: 'Debian GNU/Linux', version: '12.12' },
    device: {
      arch: 'x64',
      memory_size: 16_656_277_504,
      processor_count: 4,
      cpu_description: 'AMD EPYC 9654',
    },
    culture: { locale: 'en-US', timezone: 'Europe/Berlin' },
  }
}

function breadcrumbsOf(random: SeededRandom, now: number): unknown[] {
  let at = now - random.int(20, 600)
  return Array.from({ length: BREADCRUMBS }, () => {
    at += random.next() * 3
    return breadcrumb(random, Math.round(at * 1000) / 1000)
  })
}

function breadcrumb(random: SeededRandom, timestamp: number): Record<string, unknown> {
  const kind = random.int(0, 3)
  if (kind === 0) {
    const data = { duration_ms: random.int(1, 400), rows: random.int(0, 20) }
    return { timestamp, category: 'query', level: 'info', message: random.pick(QUERIES), data }
  }
  if (kind === 1) {
    const message = `cart ${random.hex(16)} priced in ${random.int(2, 90)} ms, revision ${random.hex(8)}`
    return { timestamp, category: 'console', level: 'log', message }
  }
  const data = {
    url: `http://stock.internal/v2/${random.pick(PATHS)}/${random.hex(8)}`,
    'http.method': 'GET',
    status_code: random.pick([200, 200, 200, 204, 304, 404, 502]),
    request_id: random.hex(32),
  }
  return { timestamp, type: 'http', category: 'http', level: 'info', data }
}

/** The event as an uncompressed envelope of one item, as the Node SDK frames it (no `length`). */
export function envelopeOf(event: SampleEvent): Buffer {
  const header = { event_id: event.eventId, sent_at: new Date().toISOString() }
  const lines = [header, { type: 'event' }, event.payload].map((line) => JSON.stringify(line))
  return Buffer.from(lines.join('\n'))
}

/** The envelope as it goes over the wire with `Content-Encoding: gzip`. */
export function gzippedEnvelopeOf(event: SampleEvent): Buffer {
  return gzipSync(envelopeOf(event), { level: 6 })
}
