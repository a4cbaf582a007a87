import { keptObject, keptText } from '../../browser/kept-text.ts'
import type { IssuesSearch } from './issue-filter.ts'

/** The list the reader came from, so that an issue can step through it and lead back to the same row. */
export interface ListMemory {
  search: IssuesSearch
  ids: string[]
  total: number
  capped: boolean
  cursorId: string | undefined
  /** How far down the page was when an issue was opened, px. */
  scrollY: number
  /** The reader is on the way back to that place. */
  returning: boolean
  /** The saved view that was opened or saved last. */
  viewId?: string
}

const NOTHING: ListMemory = {
  search: {},
  ids: [],
  total: 0,
  capped: false,
  cursorId: undefined,
  scrollY: 0,
  returning: false,
}

/** Of this tab, from its unloading to its next loading. */
const kept = keptText('sessionStorage', 'list')

let memory = takeStored()

export function rememberList(next: Partial<ListMemory>): void {
  memory = { ...memory, ...next }
}

export function lastList(): ListMemory {
  return memory
}

/** A list is its reader's: another one begins without. */
export function forgetList(): void {
  memory = NOTHING
}

/** Lets the list outlive a reload. Until then nothing is written: a step through the list must stay cheap. */
export function keepListOverReload(): void {
  window.addEventListener('pagehide', () => {
    if (memory.ids.length > 0) kept.write(JSON.stringify(memory))
  })
}

function takeStored(): ListMemory {
  const stored: Partial<ListMemory> = keptObject(kept.read())
  kept.write(null)
  // A freshly loaded list has no cursor.
  return { ...NOTHING, ...stored, cursorId: undefined, returning: false }
}
