import type { PlaceQuery, Resolution } from '#domain/symbols/symbolication.ts'

export interface SymbolThreadData {
  dataDir: string
  databaseUrl: string | null
  artifactsDir: string
}

export interface SymbolRequest {
  queries: PlaceQuery[]
  avoid: string[]
}

export type SymbolReply =
  | { kind: 'ready' }
  | { kind: 'reading'; map: string }
  | { kind: 'answer'; resolutions: Resolution[][] }
  | { kind: 'failure'; message: string; code: string | undefined }
