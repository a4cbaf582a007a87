import { steadyClock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'
import type { SymbolFile } from '#storage/project/symbol-file.ts'
import { failedUntil, keyOf, noteUse, pathOf, type Shelf, unreadable } from './shelf.ts'

export interface OpenedFilesOptions<T> {
  /** @throws Error, with what is wrong with the file */
  open: (path: string) => Promise<T>
  /** What a file weighs beside its own bytes: many small files must not push out a large one of someone else. */
  leastBytes: number
  /** Of all that are kept. */
  mostBytes: number
}

interface Kept<T> {
  /** A text: what is wrong with it. */
  opened: T | string
  /** By the steady clock. */
  until: number
}

/** Uploaded files that were opened, and stay open for the next event. */
export class OpenedFiles<T extends { bytes: number }> {
  readonly #open: (path: string) => Promise<T>
  readonly #kept: Lru<string, Kept<T>>

  constructor({ open, leastBytes, mostBytes }: OpenedFilesOptions<T>) {
    this.#open = open
    this.#kept = new Lru(mostBytes / leastBytes, {
      limit: mostBytes,
      weigh: ({ opened }) => (typeof opened === 'string' ? 1 : leastBytes + opened.bytes),
    })
  }

  /** A text: what is wrong with it. @throws what the database throws */
  async get(shelf: Shelf, file: SymbolFile): Promise<T | string> {
    const key = keyOf(shelf, file)
    const known = this.#kept.get(key)
    if (known && known.until > steadyClock()) return known.opened
    const why = shelf.whyUnread(key)
    if (why !== null) return why
    shelf.options.onReading(key)
    await noteUse(shelf, [file])
    const kept = await this.#open(pathOf(shelf, file)).then(
      (opened): Kept<T> => ({ opened, until: Number.POSITIVE_INFINITY }),
      (error): Kept<T> => ({ opened: unreadable(error), until: failedUntil(error) }),
    )
    this.#kept.set(key, kept)
    return kept.opened
  }
}
