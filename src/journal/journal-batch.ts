import { type AcceptCandidate, type AcceptedId, isRecorded, type Verdict } from './accept-rules.ts'
import type { AppendRequest, JournalRecord, KeyCap, RecordMeta } from './journal.ts'

/** Records as stored and shared by threads: flat arrays cost a tenth of objects or rows. */
export interface StoredBatch {
  count: number
  /** `NUMBERS` per record. */
  numbers: Float64Array
  /** 16 bytes per record. */
  eventIds: Uint8Array
  previews: string
  metas: string
  bodies: Uint8Array
}

export interface JournalBatch extends StoredBatch {
  /** `LIMIT_FIELDS` per record. */
  limits: Float64Array
}

export const BATCH_RECORDS = 512

/** Where the numbers of a record stand; `end` is that of its body in `bodies`, `-end - 1` if only the count is kept. */
const NUMBER = { orgId: 0, projectId: 1, receivedAt: 2, end: 3 } as const
export const NUMBERS = 4
/** `keySubject` is 0 if the key has no cap. */
const LIMIT = { hourlyCap: 0, spikePerMinute: 1, keySubject: 2, keyCap: 3, place: 4, user: 5 } as const
const LIMIT_FIELDS = 6
const ID_BYTES = 16

export function batchBytes(requests: readonly AppendRequest[]): number {
  const bodies = requests.reduce((sum, request) => sum + request.body.byteLength, 0)
  return requests.length * ((NUMBERS + LIMIT_FIELDS) * Float64Array.BYTES_PER_ELEMENT + ID_BYTES) + bodies
}

export type BatchText = Pick<StoredBatch, 'count' | 'previews' | 'metas'> & { bodyBytes: number }

/** The batch whose arrays lie in `buffer`, from its start. Every thread that has `text` sees the same. */
export function batchIn(buffer: SharedArrayBuffer, text: BatchText): JournalBatch {
  const { count, previews, metas, bodyBytes } = text
  const numbers = new Float64Array(buffer, 0, count * NUMBERS)
  const limits = new Float64Array(buffer, numbers.byteLength, count * LIMIT_FIELDS)
  const eventIds = new Uint8Array(buffer, numbers.byteLength + limits.byteLength, count * ID_BYTES)
  const bodies = new Uint8Array(buffer, eventIds.byteOffset + eventIds.byteLength, bodyBytes)
  return { count, numbers, limits, eventIds, previews, metas, bodies }
}

/** Copies the requests into `buffer`, which needs room for `batchBytes`; the requests can be dropped afterwards. */
export function packBatch(requests: readonly AppendRequest[], buffer: SharedArrayBuffer): BatchText {
  const text: BatchText = {
    count: requests.length,
    previews: requests.map((request) => request.preview).join('\n'),
    metas: requests.map((request) => JSON.stringify(request.meta)).join('\n'),
    bodyBytes: requests.reduce((sum, request) => sum + request.body.byteLength, 0),
  }
  const { numbers, limits, eventIds, bodies } = batchIn(buffer, text)
  let end = 0
  for (let index = 0; index < requests.length; index++) {
    const { orgId, projectId, receivedAt, hourlyCap, keyCap, spikePerMinute, eventId, body, place, user } =
      requests[index]!
    bodies.set(body, end)
    end += body.byteLength
    const at = index * NUMBERS
    numbers[at + NUMBER.orgId] = orgId
    numbers[at + NUMBER.projectId] = projectId
    numbers[at + NUMBER.receivedAt] = receivedAt
    numbers[at + NUMBER.end] = end
    const limit = index * LIMIT_FIELDS
    limits[limit + LIMIT.hourlyCap] = hourlyCap
    limits[limit + LIMIT.spikePerMinute] = spikePerMinute
    limits[limit + LIMIT.keySubject] = keyCap?.subject ?? 0
    limits[limit + LIMIT.keyCap] = keyCap?.hourlyCap ?? 0
    limits[limit + LIMIT.place] = place
    limits[limit + LIMIT.user] = user
    eventIds.set(eventId, index * ID_BYTES)
  }
  return text
}

/** What the acceptance rules look at; `eventId` is a view of the batch. */
export function* candidates(batch: JournalBatch): Generator<AcceptCandidate<Buffer>> {
  const { numbers, limits } = batch
  const previews = batch.previews.split('\n')
  for (let index = 0; index < batch.count; index++) {
    yield {
      projectId: numbers[index * NUMBERS + NUMBER.projectId]!,
      eventId: eventIdAt(batch, index),
      preview: previews[index]!,
      receivedAt: numbers[index * NUMBERS + NUMBER.receivedAt]!,
      hourlyCap: limits[index * LIMIT_FIELDS + LIMIT.hourlyCap]!,
      keyCap: keyCapAt(limits, index),
      spikePerMinute: limits[index * LIMIT_FIELDS + LIMIT.spikePerMinute]!,
      place: limits[index * LIMIT_FIELDS + LIMIT.place]!,
      user: limits[index * LIMIT_FIELDS + LIMIT.user]!,
    }
  }
}

function keyCapAt(limits: Float64Array, index: number): KeyCap | undefined {
  const subject = limits[index * LIMIT_FIELDS + LIMIT.keySubject]!
  return subject === 0 ? undefined : { subject, hourlyCap: limits[index * LIMIT_FIELDS + LIMIT.keyCap]! }
}

/** The records that are kept, with their bodies or without. */
export function keptPart(batch: StoredBatch, verdicts: readonly Verdict[]): StoredBatch {
  if (verdicts.every((verdict) => verdict === 'whole')) return batch
  const [allPreviews, allMetas] = [batch.previews.split('\n'), batch.metas.split('\n')]
  const kept = [...verdicts.keys()].filter((index) => isRecorded(verdicts[index]))
  const numbers = new Float64Array(kept.length * NUMBERS)
  const bodies: Uint8Array[] = []
  let end = 0
  for (const [place, index] of kept.entries()) {
    numbers.set(batch.numbers.subarray(index * NUMBERS, index * NUMBERS + NUMBER.end), place * NUMBERS)
    const isWhole = verdicts[index] === 'whole'
    if (isWhole) {
      const body = bodyAt(batch, index)
      bodies.push(body)
      end += body.byteLength
    }
    numbers[place * NUMBERS + NUMBER.end] = isWhole ? end : -end - 1
  }
  return {
    count: kept.length,
    numbers,
    eventIds: Buffer.concat(kept.map((index) => eventIdAt(batch, index))),
    previews: kept.map((index) => allPreviews[index]).join('\n'),
    metas: kept.map((index) => allMetas[index]).join('\n'),
    bodies: Buffer.concat(bodies),
  }
}

export interface PlacedBatch {
  batch: StoredBatch
  firstOffset: number
  previews: readonly string[]
  metas: readonly string[]
}

export function placedBatch(batch: StoredBatch, firstOffset: number): PlacedBatch {
  return { batch, firstOffset, previews: batch.previews.split('\n'), metas: batch.metas.split('\n') }
}

/** From offset `from`, as views of the batch, made on demand: waiting batches stay flat arrays. */
export function* recordsFrom(
  { batch, firstOffset, previews, metas }: PlacedBatch,
  from: number,
  limit: number,
): Generator<JournalRecord> {
  const { numbers } = batch
  const start = from - firstOffset
  for (let index = start; index < Math.min(batch.count, start + limit); index++) {
    yield {
      lane: 0,
      offset: firstOffset + index,
      orgId: numbers[index * NUMBERS + NUMBER.orgId]!,
      projectId: numbers[index * NUMBERS + NUMBER.projectId]!,
      eventId: eventIdAt(batch, index),
      preview: previews[index]!,
      receivedAt: numbers[index * NUMBERS + NUMBER.receivedAt]!,
      meta: JSON.parse(metas[index]!) as RecordMeta,
      body: isCountedOnly(batch, index) ? null : bodyAt(batch, index),
    }
  }
}

/** What acceptance must remember of kept records. */
export function* acceptedIn(
  batch: Pick<StoredBatch, 'count' | 'numbers' | 'eventIds' | 'previews'>,
): Generator<AcceptedId<Buffer> & { isWhole: boolean }> {
  const previews = batch.previews.split('\n')
  for (let index = 0; index < batch.count; index++) {
    yield {
      projectId: batch.numbers[index * NUMBERS + NUMBER.projectId]!,
      eventId: eventIdAt(batch, index),
      preview: previews[index]!,
      receivedAt: batch.numbers[index * NUMBERS + NUMBER.receivedAt]!,
      isWhole: !isCountedOnly(batch, index),
    }
  }
}

/** receivedAt (epoch ms) of record `index`. */
export function receivedAtOf(numbers: Float64Array, index: number): number {
  return numbers[index * NUMBERS + NUMBER.receivedAt]!
}

function isCountedOnly(batch: Pick<StoredBatch, 'numbers'>, index: number): boolean {
  return batch.numbers[index * NUMBERS + NUMBER.end]! < 0
}

function eventIdAt({ eventIds }: Pick<StoredBatch, 'eventIds'>, index: number): Buffer {
  return Buffer.from(eventIds.buffer as ArrayBuffer, eventIds.byteOffset + index * ID_BYTES, ID_BYTES)
}

function bodyAt({ numbers, bodies }: StoredBatch, index: number): Buffer {
  const start = index === 0 ? 0 : bodyEnd(numbers, index - 1)
  const end = bodyEnd(numbers, index)
  return Buffer.from(bodies.buffer as ArrayBuffer, bodies.byteOffset + start, end - start)
}

function bodyEnd(numbers: Float64Array, index: number): number {
  const end = numbers[index * NUMBERS + NUMBER.end]!
  return end < 0 ? -end - 1 : end
}
