import type { SlottedBatch } from '../batch-slots.ts'
import type { AcceptedEvent, JournalStats, JournalUnavailableError, UpkeepTask } from '../journal.ts'

export interface JournalThreadOptions {
  file: string
  /** Bytes waiting in the file beyond which records are refused as `full`. */
  maxBacklogBytes: number
  /** Free bytes of the file system below which records are refused as `disk`. */
  minFreeBytes: number
}

export type JournalQuery =
  | { name: 'find_accepted'; projectId: number; eventId: Uint8Array; at: number }
  | { name: 'cap_used'; projectId: number; hour: number }
  | { name: 'stats' }
  | { name: 'oldest_after'; offset: number }

export type ToJournalThread =
  | { kind: 'append'; id: number; batch: SlottedBatch }
  | { kind: 'trim'; offset: number }
  | { kind: 'query'; id: number; query: JournalQuery }
  | { kind: 'close' }

export type FromJournalThread =
  | { kind: 'ready' }
  | { kind: 'not_opened'; name: string; message: string }
  | { kind: 'appended'; id: number; verdicts: Uint8Array }
  | { kind: 'refused'; id: number; reason: JournalUnavailableError['reason']; message: string }
  | { kind: 'answer'; id: number; value: AcceptedEvent | number | null | JournalStats }
  | { kind: 'query_failed'; id: number; message: string }
  | { kind: 'upkeep_failed'; task: UpkeepTask; code: string | undefined; message: string }

export type ToCheckpointThread = 'checkpoint' | 'close'
export type FromCheckpointThread = { kind: 'done' } | { kind: 'failed'; message: string }
