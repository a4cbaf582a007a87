/** Characters that turn the direction of the text after them, or that nothing shows; by what they are called. */
const NAMES: Record<string, string> = {
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
}

const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A text of an event with the characters that would turn it around shown as marks: `‹RLO›`. What it says can then be
 * read in the order in which it is stored.
 */
export function showDirections(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `‹${NAMES[character]}›`)
}
