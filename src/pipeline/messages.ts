import type { ScrubRules } from '#contract/project/intake.ts'
import type { BatchOutcome } from '#storage/batch/batch.ts'
import type { StoredDeadLetter } from '#storage/event/dead-letter.ts'
import type { GiveUp } from './give-up.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { PackedRecords } from './prepare/packed-records.ts'
import type { Progress } from './prepare/prepare-progress.ts'

/** Accepting events goes first; see `yieldToOthers`. */
export const PIPELINE_NICE = 10

export interface PipelineThreadOptions {
  dataDir: string
  databaseUrl: string | null
  artifactsDir: string
  retentionDays: number
  /** Per project, before further ones are counted in its overflow issue; 0: no limit. */
  newIssuesPerHour: number
}

export interface PipelineThreadData extends PipelineThreadOptions {
  node: string
  heartbeat: Heartbeat
}

export interface PrepareThreadData extends PipelineThreadOptions {
  progress: Progress
}

/** Main thread to pipeline thread. `wake`: a lane has new records. */
export type PipelineCommand = { kind: 'wake'; lane: number } | { kind: 'stop' }

export type PipelineReport =
  | { kind: 'ready' }
  | { kind: 'progress'; lane: number; offset: number; outcome: BatchOutcome }
  | { kind: 'trouble'; message: string }
  | { kind: 'stopped' }

export interface ProjectSettings {
  retentionDays: Map<number, number>
  scrubRules: Map<number, ScrubRules>
  /** As they were written. */
  fingerprintRules: Map<number, string>
}

export type PrepareRequest =
  | {
      kind: 'prepare'
      id: number
      lane: number
      after: number | null
      maxRecords: number
      maxBytes: number
      maxMs: number
      giveUp: GiveUp | null
    }
  | ({ kind: 'settings' } & ProjectSettings)
  | { kind: 'close' }

export interface BatchEnd {
  /** Offset of the last record; null when there was none. */
  to: number | null
  /** No record followed when it was read. */
  isLast: boolean
}

/** Prepare thread to pipeline thread, under the number of the request. */
export type PrepareReply =
  | { id: number; part: PackedRecords }
  /** The batch is whole. */
  | ({ id: number } & BatchEnd)
  | { id: number; failure: { message: string; code: string | undefined } }

export interface KeptEvent {
  orgId: number
  letter: StoredDeadLetter & { body: string }
  /** The project's, as they were written. */
  fingerprintRules?: string | null
}

export interface ProcessingFailure {
  failure: string
}
