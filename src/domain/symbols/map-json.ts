/** Servers that must not have their JSON run as a script put this before it. */
const GUARD = /^\)\]\}'[^\n]{0,10}\n/
/** Those that JSON forbids; the others may be parts of characters, in a text with a character per byte. */
const CONTROL = /[^\P{Cc}\x7f-\x9f]/gu

/** What a source map says. Bundlers copy control characters of sources into it, where JSON forbids them; they become
 * blanks. @throws SyntaxError for what is not JSON. */
export function parseMapJson(text: string): unknown {
  const json = text.replace(GUARD, '')
  try {
    return JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError && error.message.startsWith('Bad control character'))) throw error
    return JSON.parse(json.replace(CONTROL, ' '))
  }
}
