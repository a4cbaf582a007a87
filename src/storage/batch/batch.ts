import type { IssueChangeKind } from '#contract/stream.ts'
import type { NormalisedEvent } from '#domain/event/event.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { Queries } from '../engine/scope.ts'

interface AcceptedRecord {
  orgId: number
  projectId: number
  eventId: Buffer
  receivedAt: number
  preview: string
  /** Hash of the affected user's identity; null when nobody is named. */
  userHash: Buffer | null
}

export interface StoredItem extends AcceptedRecord {
  kind: 'stored'
  event: Omit<NormalisedEvent, 'payload'>
  /** Grouping keys, primary first. */
  fingerprints: string[]
  /** Keys that events of its release had before their source maps came; only of one that maps were applied to. */
  aliases?: string[]
  /** The document to keep: JSON of `{ payload, grouping }` in UTF-8. */
  document: Buffer
}

export interface CountedItem extends AcceptedRecord {
  kind: 'counted'
  /** Scrubbed; names a placeholder issue if no event of this preview was ever processed. */
  summary: { title: string; level: string; environment: string; release: string; platform: string }
  /**
   * Set when the record could not be processed: it goes to the dead letters and is counted. `body` is JSON of the
   * scrubbed event; null if it could not be scrubbed.
   */
  deadLetter: { reason: string; meta: string; body: string | null } | null
}

export type BatchItem = StoredItem | CountedItem

export interface PlacedItem {
  item: BatchItem
  issueId: number
  /** When it happened: the event's own time, or the receive time of a counted-only record. */
  at: number
  level: string
  environment: string
  release: string
}

export interface BatchTransaction {
  db: Queries
  dialect: Dialect
  now: number
  eventKey: (n: number) => number
}

export interface ProjectChange {
  orgId: number
  projectUid: string
  hasFirstEvent: boolean
  hasAlerts: boolean
  issues: { issueUid: string; change: Exclude<IssueChangeKind, 'deleted'> }[]
}

export interface BatchOutcome {
  stored: number
  countedOnly: number
  duplicates: number
  deadLetters: number
  projectGone: number
  newIssues: number
  regressions: number
  changes: ProjectChange[]
}
