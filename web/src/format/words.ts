/** True if `written` has every word of `typed`, in any order and case. */
export function hasWords(written: string, typed: string): boolean {
  const found = written.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word))
}
