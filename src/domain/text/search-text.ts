export function searchedForm(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/**
 * The text that free search looks for substrings in: the parts in lower case, one per line. A part that an
 * earlier one holds already is left out, since finding it there is finding it.
 */
export function searchText(parts: readonly string[]): string {
  const kept: string[] = []
  for (const part of parts) {
    const lower = searchedForm(part)
    if (!kept.some((text) => text.includes(lower))) kept.push(lower)
  }
  return kept.join('\n')
}
