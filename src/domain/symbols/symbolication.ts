/** A place in generated code, as a frame names it. */
export interface CodePlace {
  /** URL or path of the script. */
  path: string
  /** Both count from 1. */
  line: number
  column: number
  /** Of the script; null where the event names none. */
  debugId: string | null
}

/** The places of an event that a source map may tell more about, and where its maps are. */
export interface PlaceQuery {
  orgId: number
  projectId: number
  /** Empty: none. */
  release: string
  dist: string
  places: CodePlace[]
}

/** The source that a place came from. */
export interface OriginalPlace {
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** Name of what is called or read there. */
  name: string | null
  /** Lines of the source; null where the map holds none. */
  context: { before: string[]; line: string; after: string[] } | null
}

/** Of every place in a project that has no release files. */
export const NO_FILES = 'No source maps were uploaded for this project.'

/** What a source map made of a place, or what stood in the way. */
export type Resolution =
  | { status: 'resolved'; by: 'debug_id' | 'name'; map: string; original: OriginalPlace }
  /** `missing`: no map was uploaded. `failed`: the map could not be used. */
  | { status: 'missing' | 'failed'; message: string }
