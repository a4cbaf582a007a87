import type { BatchOutcome } from '#storage/batch/batch.ts'
import type { GiveUp } from './give-up.ts'
import type { PackedRecords } from './prepare-batch.ts'

/** Accepting events goes first; see `yieldToOthers`. */
export const PIPELINE_NICE = 10

/** What the pipeline thread is started with. */
export interface PipelineThreadOptions {
  dataDir: string
  databaseUrl: string | null
  maxBodyBytes: number
  /** Default of projects that set none. */
  retentionDays: number
  /** Of a project, before further ones are counted in its overflow issue; 0: no limit. */
  newIssuesPerHour: number
}

/** Main thread to pipeline thread. `wake`: a lane has new records. */
export type PipelineCommand = { kind: 'wake'; lane: number } | { kind: 'stop' }

/** Pipeline thread to main thread. */
export type PipelineReport =
  | { kind: 'ready' }
  | { kind: 'beat' }
  | { kind: 'progress'; lane: number; offset: number; outcome: BatchOutcome }
  | { kind: 'trouble'; lane: number; message: string }
  | { kind: 'stopped' }

/** Pipeline thread to prepare thread. */
export type PrepareRequest =
  | {
      kind: 'prepare'
      id: number
      lane: number
      after: number | null
      maxRecords: number
      maxBytes: number
      giveUp: GiveUp | null
    }
  | { kind: 'retention'; days: Map<number, number> }
  | { kind: 'close' }

/** Prepare thread to pipeline thread, under the number of the request. */
export type PrepareReply =
  | { id: number; part: PackedRecords }
  /** The batch is whole; offset of its last record, null when there was none. */
  | { id: number; to: number | null }
  | { id: number; failure: { message: string; code: string | undefined } }
