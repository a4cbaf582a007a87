import type { IssueChangeKind } from '#contract/stream.ts'
import type { NormalisedEvent } from '#domain/event/event.ts'
import type { Queries } from '../engine/scope.ts'

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

export interface StoredItem extends AcceptedRecord {
  kind: 'stored'
  event: Omit<NormalisedEvent, 'payload'>
  /** Grouping keys, primary first. */
  fingerprints: string[]
  /** Keys that its release's events had before their source maps; absent if none were applied. */
  aliases?: string[]
  /** The document to keep: JSON of `{ payload, grouping }` in UTF-8. */
  document: Buffer
}

export interface CountedItem extends AcceptedRecord {
  kind: 'counted'
  /** Scrubbed; names a placeholder issue if no event of this preview was ever processed. */
  summary: { title: string; level: string; environment: string; release: string; platform: string }
  /** Set if processing failed. `body`: the scrubbed event as JSON; null if scrubbing failed, too. */
  deadLetter: { reason: string; meta: string; body: string | null } | null
}

export type BatchItem = StoredItem | CountedItem

export interface PlacedItem {
  item: BatchItem
  issueId: number
  at: number
  level: string
  environment: string
  release: string
}

export interface BatchTransaction {
  db: Queries
  now: number
  /** Row key of the n-th event of the batch. */
  eventKey: (n: number) => number
}

export interface ProjectChange {
  orgId: number
  projectUid: string
  hasFirstEvent: boolean
  hasAlerts: boolean
  /** Public ids, merged issues as their root. At most one per record of the batch. */
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
