type Area = 'localStorage' | 'sessionStorage'

/**
 * A text that the browser keeps: `localStorage` for all of its tabs, `sessionStorage` until the tab is closed. Storage can
 * be switched off, or be full: the text then lasts as long as the page.
 */
export class KeptText {
  readonly #area: Area
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  /** What the storage refused; undefined if it took the last text. */
  #refused: string | null | undefined

  constructor(area: Area, key: string) {
    this.#area = area
    this.#key = key
  }

  read(): string | null {
    if (this.#refused !== undefined) return this.#refused
    try {
      return window[this.#area].getItem(this.#key)
    } catch {
      return null
    }
  }

  /** The object that is kept as JSON; empty if there is none. Others with the same address may have written there. */
  readObject(): object {
    try {
      const read: unknown = JSON.parse(this.read() ?? '{}')
      return typeof read === 'object' && read !== null ? read : {}
    } catch {
      return {}
    }
  }

  /** @param text null: none is kept any more */
  write(text: string | null): void {
    this.#refused = undefined
    try {
      if (text === null) window[this.#area].removeItem(this.#key)
      else window[this.#area].setItem(this.#key, text)
    } catch {
      this.#refused = text
    }
    for (const listener of this.#listeners) listener()
  }

  /** Hears of each change, by this tab or by another one. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      this.#listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
}
