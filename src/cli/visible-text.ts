/** What a terminal obeys or hides: controls and formats, but for tabs and ends of lines. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu

/** Others chose words of it: senders of events, members, and servers that were asked. Escaped as JSON does it: a program reads
 * the same text as before. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, escaped)
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => {
    return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}
