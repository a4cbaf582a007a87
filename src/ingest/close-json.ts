/** Deeper than any event; beyond it the text is not worth saving. */
const MAX_MISSING = 64

/**
 * Adds the closing brackets that a JSON text lacks at its end: some SDKs have sent events cut off right
 * before them. Null where it lacks anything else, or nothing. The result may still be no JSON.
 */
export function closeJson(text: string): string | null {
  const missing: string[] = []
  let inString = false
  for (let position = 0; position < text.length; position++) {
    const character = text[position]
    if (inString) {
      if (character === '\\') position++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') missing.push('}')
    else if (character === '[') missing.push(']')
    else if (character === '}' || character === ']') {
      if (missing.pop() !== character) return null
    }
  }
  if (inString || missing.length === 0 || missing.length > MAX_MISSING) return null
  return text + missing.reverse().join('')
}
