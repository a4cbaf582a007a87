export interface CodePlace {
  path: string
  line: number
  column: number
  /** Of the script; null if the event names none. */
  debugId: string | null
  /** The function's name in the script; null if it has none. */
  name: string | null
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

export interface OriginalPlace {
  file: string
  line: number
  column: number
  name: string | null
  /** The name that the function around this place was written with; null if the script does not tell. */
  within: string | null
  /** Lines of the source; null if the map holds none. */
  context: { before: string[]; line: string; after: string[] } | null
}

export const NO_FILES = 'No source maps were uploaded for this project.'

export type Resolution =
  | { status: 'resolved'; by: 'debug_id' | 'name'; map: string; original: OriginalPlace }
  /** `missing`: no map was uploaded. `failed`: the map could not be used. */
  | { status: 'missing' | 'failed'; message: string }
