import type { SymbolAnswer, SymbolQuery } from '#domain/symbols/symbolication.ts'

export interface SymbolThreadData {
  dataDir: string
  databaseUrl: string | null
  artifactsDir: string
}

export interface SymbolRequest {
  queries: SymbolQuery[]
  avoid: string[]
  /** What the organization may take of the thread's processor time. */
  leftMs: number
}

export type SymbolReply =
  | { kind: 'ready' }
  /** Null: an event that took long is done. */
  | { kind: 'reading'; map: string | null }
  /** `spentMs`: time of the thread that events took beyond what finding places in known maps takes. */
  | { kind: 'answer'; answers: SymbolAnswer[]; spentMs: number }
  | { kind: 'failure'; message: string; code: string | undefined }
