import { lastList, rememberList } from '../../entities/issue/list-memory.ts'

interface Row {
  id: string
}

type Mark = (current: boolean) => void

/**
 * The row the keyboard is on. A store, not state of the screen: a step tells the two rows it concerns, and React has
 * nothing to draw.
 */
export class ListCursor {
  #rows: readonly Row[] = []
  #id = lastList().cursorId
  /** If the row under the cursor leaves the list: of those that stay, the next one, at the end the one before. */
  #place = 0
  #shown: string | undefined
  readonly #marks = new Map<string, Mark>()

  /** Tells a row whether the cursor is on it, now and after each step that concerns it. */
  watch(id: string, mark: Mark): () => void {
    this.#marks.set(id, mark)
    mark(id === this.#shown)
    return () => {
      if (this.#marks.get(id) === mark) this.#marks.delete(id)
    }
  }

  get index(): number {
    if (this.#id === undefined) return -1
    const found = this.#rows.findIndex(({ id }) => id === this.#id)
    return found >= 0 ? found : Math.min(this.#place, this.#rows.length - 1)
  }

  get id(): string | undefined {
    return this.#rows[this.index]?.id
  }

  /** The rows of the list are others now. */
  follow(rows: readonly Row[]): void {
    const places = new Map(rows.map(({ id }, place) => [id, place]))
    const at = Math.max(0, this.index)
    const stays = [...this.#rows.slice(at), ...this.#rows.slice(0, at).reverse()].find(({ id }) =>
      places.has(id),
    )
    this.#place = places.get(stays?.id ?? '') ?? this.#place
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
    const next = this.id
    if (next === this.#shown) return
    if (this.#shown !== undefined) this.#marks.get(this.#shown)?.(false)
    this.#shown = next
    if (next !== undefined) this.#marks.get(next)?.(true)
  }
}
