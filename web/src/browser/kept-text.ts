type Area = 'localStorage' | 'sessionStorage'

/**
 * A text that the browser keeps: `localStorage` for all of its tabs, `sessionStorage` until the tab is closed. Storage can
 * be switched off, or be full: the text then lasts as long as the page.
 */
export function keptText(area: Area, key: string) {
  /** What the storage refused; undefined if it took the last text. */
  let refused: string | null | undefined
  const listeners = new Set<() => void>()
  return {
    read(): string | null {
      try {
        return refused === undefined ? window[area].getItem(key) : refused
      } catch {
        return null
      }
    },

    /** @param text null: none is kept any more */
    write(text: string | null): void {
      try {
        if (text === null) window[area].removeItem(key)
        else window[area].setItem(key, text)
        refused = undefined
      } catch {
        refused = text
      }
      for (const listener of listeners) listener()
    },

    /** Hears of each change by this tab. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The object that a kept text is as JSON; empty if it is none: others with the same address may have written it. */
export function keptObject(text: string | null): object {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
