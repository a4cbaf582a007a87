/** Remembers texts, the ones met last, up to about `2 * size` of them. */
export interface TextMemory {
  has(text: string): boolean
  add(text: string): void
}

const MAX_REMEMBERED_CHARS = 256

/**
 * A memory in two generations: when the young one holds `size` texts it becomes the old one, and the old one is
 * forgotten; a text asked for again moves to the young one. Texts longer than 256 characters are not kept.
 */
export function createTextMemory(size: number): TextMemory {
  let young = new Set<string>()
  let old = new Set<string>()

  function add(text: string): void {
    if (text.length > MAX_REMEMBERED_CHARS) return
    if (young.size >= size) {
      old = young
      young = new Set()
    }
    young.add(text)
  }

  function has(text: string): boolean {
    if (young.has(text)) return true
    if (!old.has(text)) return false
    add(text)
    return true
  }

  return { has, add }
}
