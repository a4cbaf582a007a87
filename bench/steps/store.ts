import type { StoredItem } from '#storage/batch/batch.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import type { Database } from '#storage/engine/database.ts'
import { decompressDocument } from '#storage/event/payload-codec.ts'
import { type ConsumerPosition, startConsumer } from '#storage/upkeep/consumer.ts'

/** A document and what it was compressed with. */
export interface Compression {
  document: Buffer
  dictionary: Buffer | null
}

/** Writes batches as the thread does that commits them. */
export class PipelineStore {
  readonly #database: Database
  readonly #writer: BatchWriter
  #position: ConsumerPosition = { lane: 0, epoch: 'bench', offset: 0, attempts: 0 }

  private constructor(database: Database) {
    this.#database = database
    this.#writer = new BatchWriter(database, { newIssuesPerHour: 0 })
  }

  static async open(database: Database): Promise<PipelineStore> {
    const store = new PipelineStore(database)
    await startConsumer(database.queries, store.#position, Date.now())
    return store
  }

  async write(items: StoredItem[]): Promise<void> {
    const to = this.#position.offset + items.length
    await this.#writer.write({ from: this.#position, to, attempts: 0, now: Date.now() }, items)
    this.#position = { ...this.#position, offset: to }
  }

  /** What the last batch had to compress. */
  async compressionsOf(items: StoredItem[]): Promise<Compression[]> {
    const rows = await this.#database.queries
      .selectFrom('event')
      .innerJoin('event_payload', (join) =>
        join.onRef('event_payload.org_id', '=', 'event.org_id').onRef('event_payload.seq', '=', 'event.seq'),
      )
      .leftJoin('payload_dictionary', 'payload_dictionary.id', 'event_payload.dictionary_id')
      .select(['event.event_id', 'payload_dictionary.data as dictionary'])
      .orderBy('event.seq', 'desc')
      .limit(items.length)
      .execute()
    const dictionaries = new Map(rows.map((row) => [row.event_id.toString('hex'), row.dictionary]))
    return items.map(({ document, eventId }) => {
      const data = dictionaries.get(eventId.toString('hex'))
      return { document, dictionary: data ? Buffer.from(decompressDocument(data, null)) : null }
    })
  }
}
