export function searchedForm(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Lower case, one part per line; a part that an earlier one holds is left out. */
export function searchText(parts: readonly string[]): string {
  const kept: string[] = []
  for (const part of parts) {
    const lower = searchedForm(part)
    if (!kept.some((text) => text.includes(lower))) kept.push(lower)
  }
  return kept.join('\n')
}
