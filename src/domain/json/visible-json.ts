/** Controls that JSON may hold as they are, formats (bidirectional, zero-width, tags), private and unassigned
 * characters, line separators, all that draws nothing, and the blank of Braille. */
const UNSEEN = /[\x7f-\x9f\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** JSON of the value in which nothing is hidden from who reads the text, such as an agent or a terminal: what can't
 * be seen is written as `\u202e`. A parser gets the very same value. */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped)
}

/** A loop: a text may hold millions of them, and arrays for each take three times as long. */
function escaped(character: string): string {
  let text = ''
  for (let at = 0; at < character.length; at += 1) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return text
}
