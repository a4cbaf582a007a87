import { INGEST_LIMITS } from '#contract/limits.ts'
import { previewFingerprint } from '#domain/grouping/preview.ts'
import { groupEvent } from '#domain/grouping/v1/fingerprint.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { normaliseEvent } from '#domain/normalise/event.ts'
import { scrubEvent } from '#domain/scrub/scrub.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { openEnvelope } from '#ingest/open-envelope.ts'
import { readEnvelopeEvent } from '#ingest/read-event.ts'
import type { JournalRecord } from '#journal/journal.ts'
import { unpackRecords } from '#pipeline/prepare/packed-records.ts'
import { packRecords } from '#pipeline/prepare/prepare-batch.ts'
import { inflate } from '#platform/coding/content-encoding.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import type { SeedProject } from '../../test/support/database/seed.ts'
import type { StepTimes } from './times.ts'

/** One event on its way; `record` is there once it was accepted. */
export interface SteppedRecord {
  body: Buffer
  project: SeedProject
  record?: JournalRecord
}

const RETENTION_DAYS = 90

/** What the HTTP thread does before it appends the record. */
export function acceptSteps(times: StepTimes, records: SteppedRecord[]): void {
  const wire = records.map(({ body }) => ({
    bytes: body,
    encoding: 'gzip' as const,
    maxBytes: INGEST_LIMITS.largestBodyBytes,
  }))
  const opened = times.step('accept: inflate, open', () => wire.map((body) => openEnvelope(body)))
  const read = times.step('accept: parse', () =>
    wire.map((body, at) => readEnvelopeEvent(body, opened[at]!)!),
  )
  const previews = times.step('accept: preview', () =>
    read.map(({ raw }) => previewFingerprint(raw, '203.0.113.9')),
  )
  for (const [at, { project, body }] of records.entries()) {
    const { preview, userKey, ...summary } = previews[at]!
    const { claimedId, start, end } = read[at]!
    const meta = { format: 'envelope', encoding: 'gzip', eventStart: start, eventEnd: end, summary } as const
    records[at]!.record = {
      lane: 0,
      offset: 0,
      orgId: project.orgId,
      projectId: project.projectId,
      eventId: uuidToBytes(claimedId!),
      preview,
      receivedAt: Date.now(),
      meta: userKey === undefined ? meta : { ...meta, userKey },
      body,
    }
  }
}

/** What the thread that prepares batches does: as a whole, and each step of it by itself. */
export function prepareSteps(times: StepTimes, stepped: SteppedRecord[]): StoredItem[] {
  const records = stepped.map(({ record }) => record!)
  const limits = () => ({ retentionDays: RETENTION_DAYS })
  const packed = times.step('prepare: whole', () => {
    const parts = []
    for (let at = 0; at < records.length; at += 32)
      parts.push(packRecords(records.slice(at, at + 32), { limits, giveUp: null }))
    return parts
  })
  prepareParts(times, records)
  return times.step('commit: unpack', () => packed.flatMap(unpackRecords)) as StoredItem[]
}

function prepareParts(times: StepTimes, records: JournalRecord[]): void {
  const inflated = times.step('prepare: of it inflate', () =>
    records.map(({ body, meta }) => inflate(body!, meta.encoding, INGEST_LIMITS.largestBodyBytes)),
  )
  const parsed = times.step('prepare: of it parse', () =>
    inflated.map((bytes, at) => {
      const { eventStart, eventEnd } = records[at]!.meta
      return JSON.parse(bytes.toString('utf8', eventStart, eventEnd)) as JsonObject
    }),
  )
  const scrubbed = times.step('prepare: of it scrub', () => parsed.map((event) => scrubEvent(event)))
  const events = times.step('prepare: of it normalise', () =>
    scrubbed.map((event, at) => {
      const { receivedAt } = records[at]!
      return normaliseEvent(event, { receivedAt, retentionDays: RETENTION_DAYS })
    }),
  )
  const groupings = times.step('prepare: of it group', () => events.map((event) => groupEvent(event)))
  times.step('prepare: of it document', () =>
    events.map(({ payload }, at) => JSON.stringify({ payload, grouping: groupings[at]! })),
  )
}
