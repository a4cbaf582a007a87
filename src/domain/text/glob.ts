/** `*` is any text, also none; either case. Left to right without going back, so no text makes it slow. */
export function globMatcher(pattern: string): (text: string) => boolean {
  const matches = lowerGlobMatcher(pattern)
  return (text) => matches(text.toLowerCase())
}

/** As `globMatcher`, of texts that are in lower case already. */
export function lowerGlobMatcher(pattern: string): (lower: string) => boolean {
  const parts = pattern.toLowerCase().split('*')
  const first = parts[0]!
  if (parts.length === 1) return (lower) => lower === first
  const last = parts.at(-1)!
  const between = parts.slice(1, -1).filter((part) => part !== '')
  return (lower) => {
    if (lower.length < first.length + last.length) return false
    return lower.startsWith(first) && lower.endsWith(last) && hasInOrder(lower, between, [first, last])
  }
}

function hasInOrder(text: string, parts: readonly string[], [first, last]: [string, string]): boolean {
  let from = first.length
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= text.length - last.length
}
