import type { ReadyRules } from '#domain/grouping/rules/match-rules.ts'
import type { JsonObject } from '#domain/json/json.ts'
import type { JournalRecord } from '#journal/journal.ts'
import type { CountedItem } from '#storage/batch/batch.ts'
import type { GiveUp } from '../give-up.ts'
import type { PackedItem, PackedRecords } from './packed-records.ts'
import {
  bareLetter,
  failedRecord,
  giveUpRecord,
  type NormalisedRecord,
  type ProcessedEvent,
  type ProcessingLimits,
  processKept,
  processRecord,
} from './process-record.ts'

export interface PrepareOptions {
  limits: (projectId: number) => ProcessingLimits
  /** Set: the records are not processed but become dead letters. */
  giveUp: GiveUp | null
  normalised?: ReadonlyMap<JournalRecord, NormalisedRecord>
  /** Takes the time of what is done for a record. */
  measured?: <T>(record: JournalRecord, work: () => T) => T
}

class BatchDocuments {
  readonly #texts: string[] = []
  #bytes = 0

  /** @returns the place of its end. */
  add(document: string): number {
    this.#texts.push(document)
    this.#bytes += Buffer.byteLength(document)
    return this.#bytes
  }

  take(): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.allocUnsafeSlow(this.#bytes)
    let end = 0
    for (const text of this.#texts) end += bytes.write(text, end)
    return bytes
  }
}

export function packRecords(
  records: JournalRecord[],
  { limits, giveUp, normalised, measured = (_record, work) => work() }: PrepareOptions,
): PackedRecords {
  const documents = new BatchDocuments()
  const items = records.map((record) => {
    const of = limits(record.projectId)
    const ways = [
      () =>
        giveUp === null
          ? processRecord(record, of, normalised?.get(record))
          : giveUpRecord(record, giveUp, of),
      (error: unknown) => failedRecord(record, error, of),
      () => bareLetter(record),
    ]
    return measured(record, () => packFirst(documents, ways))
  })
  return { items: JSON.stringify(items), documents: documents.take() }
}

/** Packs the first of these that can be made and packed: what one record does to our code must not hold up its lane. */
function packFirst(
  documents: BatchDocuments,
  ways: readonly ((error: unknown) => ProcessedEvent | CountedItem)[],
): PackedItem {
  let failure: unknown
  for (const way of ways) {
    try {
      return packItem(way(failure), documents)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

export function packKept(record: JournalRecord, scrubbed: JsonObject, rules?: ReadyRules): PackedRecords {
  const documents = new BatchDocuments()
  const item = packItem(processKept(record, scrubbed, rules), documents)
  return { items: JSON.stringify([item]), documents: documents.take() }
}

function packItem(item: ProcessedEvent | CountedItem, documents: BatchDocuments): PackedItem {
  const bytes = { eventId: item.eventId.toString('hex'), userHash: item.userHash?.toString('hex') ?? null }
  if (item.kind === 'counted') return { ...item, ...bytes }
  const { document, ...rest } = item
  return { ...rest, ...bytes, documentEnd: documents.add(document) }
}
