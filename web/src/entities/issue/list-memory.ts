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
}

let memory: ListMemory = {
  search: {},
  ids: [],
  total: 0,
  capped: false,
  cursorId: undefined,
  scrollY: 0,
  returning: false,
}

export function rememberList(next: Partial<ListMemory>): void {
  memory = { ...memory, ...next }
}

export function lastList(): ListMemory {
  return memory
}
