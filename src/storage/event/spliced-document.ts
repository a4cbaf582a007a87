/** Old documents have a mark for the stack in their dictionary. zstd now finds it; they are still read. */

/** The first byte of such a document; a zstd frame begins with another. */
const SPLICED = 0x01
const STACK_MARK = '\0'

export function isSpliced(data: Buffer): boolean {
  return data[0] === SPLICED
}

/** @throws Error where the dictionary has no stack */
export function splicedDictionary(dictionary: Buffer | null): { words: Buffer; stack: string } {
  const split = dictionary === null ? -1 : dictionary.indexOf(STACK_MARK)
  if (dictionary === null || split < 0) throw new Error('The document needs the stack of another dictionary.')
  return { words: dictionary.subarray(0, split), stack: dictionary.toString('utf8', split + 1) }
}

/** @throws Error if the text does not say where the stack was */
export function withStack(text: string, stack: string): string {
  const at = text.indexOf(STACK_MARK)
  if (at < 0) throw new Error('The document is damaged: the place of its stack is missing.')
  return text.slice(0, at) + stack + text.slice(at + 1)
}
