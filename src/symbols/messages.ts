import type { SymbolAnswer, SymbolQuery } from '#domain/symbols/symbolication.ts'

export interface SymbolThreadData {
  dataDir: string
  databaseUrl: string | null
  artifactsDir: string
}

export interface SymbolRequest {
  queries: SymbolQuery[]
  avoid: string[]
}

export type SymbolReply =
  | { kind: 'ready' }
  | { kind: 'reading'; map: string }
  /** `spentMs`: time of the thread that events took beyond what finding places in known maps takes. */
  | { kind: 'answer'; answers: SymbolAnswer[]; spentMs: number }
  | { kind: 'failure'; message: string; code: string | undefined }
