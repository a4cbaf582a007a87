import type { NormalisedEvent } from '#domain/event.ts'

/** A scrubbed event that was not processed when it came. */
export interface UnprocessedEvent {
  /** JSON. */
  scrubbed: string
  /** Epoch ms. */
  receivedAt: number
}

/** What a `StoredItem` has of it beside what is known of the record. */
export interface ProcessedAgain {
  event: Omit<NormalisedEvent, 'payload'>
  fingerprints: string[]
  /** JSON of `{ payload, grouping }`. */
  document: string
}

/** Why it could not be processed this time either. */
export interface ProcessingFailure {
  failure: string
}
