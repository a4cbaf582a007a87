import { useSyncExternalStore } from 'react'
import { lastList, rememberList } from '../../entities/issue/list-memory.ts'

interface Row {
  id: string
}

/**
 * The row the keyboard is on. A store and no state of the screen: a step draws the two rows it concerns and nothing
 * else.
 */
export class ListCursor {
  #rows: readonly Row[] = []
  #id = lastList().cursorId
  /** Where the row under the cursor has left the list, its place is taken by the row that moved up. */
  #place = 0
  #shown: string | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The id of the row it is on; none before it was moved for the first time. */
  get id(): string | undefined {
    return this.#shown
  }

  get index(): number {
    if (this.#id === undefined) return -1
    const found = this.#rows.findIndex(({ id }) => id === this.#id)
    return found >= 0 ? found : Math.min(this.#place, this.#rows.length - 1)
  }

  /** The rows of the list are others now. */
  follow(rows: readonly Row[]): void {
    this.#rows = rows
    this.#publish()
  }

  moveTo(index: number): void {
    this.#place = Math.max(0, Math.min(index, this.#rows.length - 1))
    this.#id = this.#rows[this.#place]?.id
    rememberList({ cursorId: this.#id })
    this.#publish()
  }

  #publish(): void {
    const next = this.#rows[this.index]?.id
    if (next === this.#shown) return
    this.#shown = next
    for (const listener of this.#listeners) listener()
  }
}

/** Whether the cursor is on a row. */
export function useIsCurrent(cursor: ListCursor, id: string): boolean {
  return useSyncExternalStore(cursor.subscribe, () => cursor.id === id)
}
