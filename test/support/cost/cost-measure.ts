import type { Buffer } from 'node:buffer'
import { INGEST_LIMITS } from '#contract/limits.ts'
import { parseIssueQuery } from '#domain/search/query.ts'
import { parseStorableJson } from '#http/server/storable-text.ts'
import { appendEvent } from '#ingest/accept-event.ts'
import { readEnvelopeFeedback } from '#ingest/feedback/read-feedback.ts'
import { openEnvelope } from '#ingest/open-envelope.ts'
import { type ReadEvent, readEnvelopeEvent, readStoreEvent, type WireBody } from '#ingest/read-event.ts'
import { readReleaseUpload } from '#ingest/release-file/read-release-upload.ts'
import type { AppendRequest, JournalRecord } from '#journal/journal.ts'
import { processRecord } from '#pipeline/prepare/process-record.ts'
import { leastCpuMsOf } from '../timing.ts'

/** What takes a body: a route, or the query of a search. */
export type CostRoute = 'store' | 'envelope' | 'release-file' | 'api' | 'query'

/** Something to be sent, which may be expensive. */
export interface CostInput {
  name: string
  route: CostRoute
  /** Inflated. */
  body: Buffer
}

/** Processor time in milliseconds. */
export interface Cost {
  parse: number
  http: number
  /** 0 for what is refused, or is not an event. */
  pipeline: number
}

/** How much longer than `JSON.parse` a thread may take, and what it may take on top in milliseconds. */
export const COST_BOUNDS = {
  http: { times: 10, plus: 5 },
  pipeline: { times: 20, plus: 10 },
} as const

const PROCESSING = { retentionDays: 30 }
/** Of what the parts of `cost-inputs.ts` begin with. */
const FORM_TYPE = 'multipart/form-data; boundary=----------------'

/** Takes the time of some work, in milliseconds. */
type Stopwatch = (work: () => unknown) => number

/** Takes an input through everything between the bytes of its body and the append to the journal, and from there to storage. */
function measure(input: CostInput, stopwatch: Stopwatch): Cost {
  let request: AppendRequest | undefined
  const parse = stopwatch(() => parseAsJson(input))
  const http = stopwatch(() => {
    request = serve(input)
  })
  const record = request && recordOf(request)
  const pipeline = record ? stopwatch(() => processRecord(record, PROCESSING)) : 0
  return { parse, http, pipeline }
}

/** Takes an input through the same, without the `JSON.parse` that its time is compared with. */
export function takeThrough(input: CostInput): void {
  const request = serve(input)
  const record = request && recordOf(request)
  if (record) processRecord(record, PROCESSING)
}

/** By the clock, which runs on while others have the processor: never too little. `between` runs before each part. */
export function quickCost(input: CostInput, between: () => void = () => {}): Cost {
  return measure(input, (work) => {
    between()
    const began = performance.now()
    work()
    return performance.now() - began
  })
}

/** By the processor time of this thread. */
export function exactCost(input: CostInput): Cost {
  return measure(input, leastCpuMsOf)
}

/** By how much a cost is beyond its bounds: 1 is exactly at them. */
export function excessOf({ parse, http, pipeline }: Cost): number {
  const share = (cost: number, { times, plus }: { times: number; plus: number }) =>
    cost / (times * parse + plus)
  return Math.max(share(http, COST_BOUNDS.http), share(pipeline, COST_BOUNDS.pipeline))
}

/**
 * Of an envelope what is behind two lines counts. What is not JSON up to its end is compared with plain JSON of its size
 * as well: a list of short texts and numbers.
 */
function parseAsJson({ route, body }: CostInput): void {
  const text = body.toString()
  const header = route === 'envelope' ? text.indexOf('\n', text.indexOf('\n') + 1) + 1 : 0
  try {
    JSON.parse(text.slice(header))
  } catch {
    JSON.parse(plainJson(body.length))
  }
}

const plainJsons = new Map<number, string>()

function plainJson(length: number): string {
  const size = Math.ceil(length / 1024)
  const known = plainJsons.get(size)
  if (known !== undefined) return known
  const json = `[${'"abcdefghij",12345,'.repeat((size * 1024) / 19)}0]`
  plainJsons.set(size, json)
  return json
}

function serve(input: CostInput): AppendRequest | undefined {
  const appended: AppendRequest[] = []
  try {
    serveRoute(input, appended)
  } catch {
    // A refusal is an answer like any other; what it took counts.
  }
  return appended[0]
}

function serveRoute({ route, body }: CostInput, appended: AppendRequest[]): void {
  const wire: WireBody = { bytes: body, encoding: 'identity', maxBytes: INGEST_LIMITS.maxBodyBytes }
  if (route === 'query') parseIssueQuery(body.toString())
  else if (route === 'api') parseStorableJson(body.toString())
  else if (route === 'release-file') readReleaseUpload(FORM_TYPE, body, INGEST_LIMITS.maxBodyBytes)
  else {
    const event = route === 'store' ? readStoreEvent(wire) : readEnvelope(wire)
    if (event !== null) void appendEvent(accepting(appended), TARGET, event)
  }
}

function readEnvelope(wire: WireBody): ReadEvent | null {
  const envelope = openEnvelope(wire)
  const event = readEnvelopeEvent(wire, envelope)
  readEnvelopeFeedback(envelope.bytes, envelope.items)
  return event
}

const TARGET = { orgId: 1, projectId: 1, hourlyCap: null, clientIp: '203.0.113.7' }

function accepting(appended: AppendRequest[]) {
  const append = (request: AppendRequest) => {
    appended.push(request)
    // Never done: only what comes before the append is measured.
    return new Promise<never>(() => {})
  }
  return { journal: { append }, clock: () => 0, ingestHourlyCap: 1, spikeEventsPerMinute: 1 }
}

function recordOf({ orgId, projectId, eventId, preview, meta, body }: AppendRequest): JournalRecord {
  return { lane: 0, offset: 1, orgId, projectId, eventId, preview, receivedAt: 0, meta, body }
}
