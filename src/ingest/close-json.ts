/** Deeper than any event; beyond it the text is not worth saving. */
const MAX_MISSING = 64
const MAX_DEPTH = 512

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d]
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d]

/** Some SDKs cut events before the last brackets. Null if that is not what is missing. May still be
 * invalid. */
export function closeJson(text: string): string | null {
  const missing: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (code === OPENING_BRACE) missing.push(CLOSING_BRACE)
    else if (code === OPENING_BRACKET) missing.push(CLOSING_BRACKET)
    else if (code !== CLOSING_BRACE && code !== CLOSING_BRACKET) continue
    else if (missing.pop() !== code) return null
    if (at === -1 || missing.length > MAX_DEPTH) return null
  }
  if (missing.length === 0 || missing.length > MAX_MISSING) return null
  return text + String.fromCharCode(...missing.reverse())
}

/** Position of the quote that ends a string of JSON; -1 if none does. */
export function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return -1
}
