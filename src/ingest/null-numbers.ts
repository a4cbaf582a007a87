import { closingQuote } from './close-json.ts'

const QUOTE = 0x22

/** `NaN`, `Infinity` and `-Infinity` outside of strings become null: some clients write them, and JSON has
 * none. Null if the text has none either. May still be invalid. */
export function nullNumbers(text: string): string | null {
  if (!text.includes('NaN') && !text.includes('Infinity')) return null
  const pieces: string[] = []
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const length = wordLength(text, at)
    if (length > 0) {
      pieces.push(text.slice(copied, at), 'null')
      copied = at + length
    }
    at = length > 0 ? copied : text.charCodeAt(at) === QUOTE ? afterString(text, at) : at + 1
  }
  return copied === 0 ? null : pieces.join('') + text.slice(copied)
}

function wordLength(text: string, at: number): number {
  switch (text[at]) {
    case 'N':
      return text.startsWith('NaN', at) ? 3 : 0
    case 'I':
      return text.startsWith('Infinity', at) ? 8 : 0
    case '-':
      return text.startsWith('-Infinity', at) ? 9 : 0
    default:
      return 0
  }
}

function afterString(text: string, opening: number): number {
  const closing = closingQuote(text, opening)
  return closing === -1 ? text.length : closing + 1
}
