import type { IssueChangeKind } from '#contract/stream.ts'
import type { NormalisedEvent } from '#domain/event/event.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { Queries } from '../engine/scope.ts'

/** What every accepted record brings, whether its body was kept or not. */
interface AcceptedRecord {
  orgId: number
  projectId: number
  /** 16 bytes. */
  eventId: Buffer
  /** Epoch ms, server clock. */
  receivedAt: number
  /** Preview fingerprint, lower-case hex. */
  preview: string
  /** Hash of the affected user's identity; null when nobody is named. */
  userHash: Buffer | null
}

/** A processed event, ready to be written. */
export interface StoredItem extends AcceptedRecord {
  kind: 'stored'
  /** Its columns; the payload is in `document` alone, so that a batch does not hold parsed trees. */
  event: Omit<NormalisedEvent, 'payload'>
  /** Grouping keys, primary first. */
  fingerprints: string[]
  /** Keys that events of its release had before their source maps came; only of one that maps were applied to. */
  aliases?: string[]
  /** The document to keep: JSON of `{ payload, grouping }` in UTF-8. */
  document: Buffer
}

/** An event whose body was not kept: it only adds to the numbers of its issue. */
export interface CountedItem extends AcceptedRecord {
  kind: 'counted'
  /** Scrubbed; names a placeholder issue where no event of this preview was ever processed. */
  summary: { title: string; level: string; environment: string; release: string; platform: string }
  /**
   * Set when the record could not be processed: it goes to the dead letters and is counted. `body` is JSON of the
   * scrubbed event; null where it could not be scrubbed.
   */
  deadLetter: { reason: string; meta: string; body: string | null } | null
}

export type BatchItem = StoredItem | CountedItem

/** An item with the row key of its issue. */
export interface PlacedItem {
  item: BatchItem
  issueId: number
  /** When it happened: the event's own time, or the receive time of a counted-only record. */
  at: number
  level: string
  environment: string
  release: string
}

/** The open transaction a batch is written in. */
export interface BatchTransaction {
  db: Queries
  dialect: Dialect
  /** Epoch ms. */
  now: number
  /** Row key of the n-th event of the batch. */
  eventKey: (n: number) => number
}

/** What a batch did to one project; for those who watch it. */
export interface ProjectChange {
  orgId: number
  projectUid: string
  /** Its first event ever is among them. */
  hasFirstEvent: boolean
  /** It raised an alert. */
  hasAlerts: boolean
  /** Public ids; of an issue that is merged into another one, that one's. At most one per record of the batch. */
  issues: { issueUid: string; change: Exclude<IssueChangeKind, 'deleted'> }[]
}

/** What became of a batch, for metrics and for telling listeners. */
export interface BatchOutcome {
  stored: number
  countedOnly: number
  duplicates: number
  deadLetters: number
  /** Records of projects that were deleted meanwhile. */
  projectGone: number
  newIssues: number
  regressions: number
  changes: ProjectChange[]
}
