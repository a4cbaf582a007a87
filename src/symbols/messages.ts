import type { PlaceQuery, Resolution } from '#domain/symbols/symbolication.ts'

/** What the thread that reads source maps is started with. */
export interface SymbolThreadData {
  dataDir: string
  databaseUrl: string | null
  artifactsDir: string
}

/** `avoid`: maps that ended a thread. */
export interface SymbolRequest {
  queries: PlaceQuery[]
  avoid: string[]
}

export type SymbolReply =
  | { kind: 'ready' }
  /** A map is read next. */
  | { kind: 'reading'; map: string }
  | { kind: 'answer'; resolutions: Resolution[][] }
  /** The database could not be asked. */
  | { kind: 'failure'; message: string; code: string | undefined }
