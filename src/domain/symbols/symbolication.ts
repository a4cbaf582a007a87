import type { ObfuscatedStack, RetracedStack } from '../retrace/retrace.ts'

export interface CodePlace {
  path: string
  line: number
  column: number
  /** Of the script; null if the event names none. */
  debugId: string | null
  /** The function's name in the script; null if it has none. */
  name: string | null
}

/** What of an event uploaded files may tell more about, and where they are. */
export interface SymbolQuery {
  orgId: number
  projectId: number
  /** Empty: none. */
  release: string
  dist: string
  places: CodePlace[]
  /** Debug ids of the mapping files for its stacks. */
  mappings: string[]
  stacks: ObfuscatedStack[]
  sources: SourceSearch
}

export interface SourceSearch {
  /** Debug ids of builds, each of which may have a bundle. */
  bundles: string[]
  /** `name`: a URL within bundles (`~/com/shop/Cart.jvm`), or a path on the machine of the build. */
  places: { name: string; line: number }[]
}

/** In the order of the query. */
export interface SymbolAnswer {
  places: Resolution<OriginalPlace>[]
  stacks: Resolution<RetracedStack>[]
  sources: Resolution<SourceContext>[]
}

/** A line of a source with those around it. */
export interface SourceContext {
  before: string[]
  line: string
  after: string[]
}

export interface OriginalPlace {
  file: string
  line: number
  column: number
  name: string | null
  /** The name that the function around this place was written with; null if the script does not tell. */
  within: string | null
  /** Lines of the source; null if the map holds none. */
  context: SourceContext | null
}

export type Resolution<Original> =
  | { status: 'resolved'; by: 'debug_id' | 'name'; map: string; original: Original }
  | Unresolved

/** `missing`: no such file was uploaded. `failed`: it could not be used. */
export interface Unresolved {
  status: 'missing' | 'failed'
  message: string
}

export interface UploadTarget {
  project: string
  release: string
  dist: string
}

/** How answers are written into an event. */
export interface Applied {
  target: UploadTarget
  platform: string
  /** Frames that no file explains say why. */
  notesOthers: boolean
}

export const NO_SOURCES: SourceSearch = { bundles: [], places: [] }

/** The same for all of a query. */
export function answerAlike({ places, stacks, sources }: SymbolQuery, unresolved: Unresolved): SymbolAnswer {
  return {
    places: places.map(() => unresolved),
    stacks: stacks.map(() => unresolved),
    sources: sources.places.map(() => unresolved),
  }
}

/** For a project without uploaded files. */
export function answerNoFiles({ places, stacks, sources }: SymbolQuery): SymbolAnswer {
  return {
    places: places.map(() => missing('No source maps were uploaded for this project.')),
    stacks: stacks.map(() => missing('No mapping files were uploaded for this project.')),
    sources: sources.places.map(() => missing('No source bundles were uploaded for this project.')),
  }
}

function missing(message: string): Unresolved {
  return { status: 'missing', message }
}
