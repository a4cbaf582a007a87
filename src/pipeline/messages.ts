import type { BatchOutcome } from '#storage/batch/batch.ts'

/** What the pipeline thread is started with. */
export interface PipelineThreadOptions {
  dataDir: string
  databaseUrl: string | null
  maxBodyBytes: number
  /** Default of projects that set none. */
  retentionDays: number
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
