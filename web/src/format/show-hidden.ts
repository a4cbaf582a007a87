import { replaceHidden } from '#contract/hidden-text.ts'

/** Hidden characters that have a well-known name. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u0000': 'NUL',
    '\u0008': 'BS',
    '\r': 'CR',
    '\u001b': 'ESC',
    '\u0085': 'NEL',
    '\u00ad': 'SHY',
    '\u061c': 'ALM',
    '\u200b': 'ZWSP',
    '\u200c': 'ZWNJ',
    '\u200d': 'ZWJ',
    '\u200e': 'LRM',
    '\u200f': 'RLM',
    '\u2028': 'LS',
    '\u2029': 'PS',
    '\u202a': 'LRE',
    '\u202b': 'RLE',
    '\u202c': 'PDF',
    '\u202d': 'LRO',
    '\u202e': 'RLO',
    '\u2060': 'WJ',
    '\u2066': 'LRI',
    '\u2067': 'RLI',
    '\u2068': 'FSI',
    '\u2069': 'PDI',
    '\ufeff': 'BOM',
  }),
)

/**
 * A text with everything in it that would turn it around, cover its neighbours or not be seen shown as marks: `‹RLO›`.
 * What it says can then be read in the order in which it is stored.
 */
export function showHidden(text: string): string {
  return replaceHidden(text, (hidden) => `‹${NAMES.get(hidden) ?? described(hidden)}›`)
}

function described(hidden: string): string {
  const [first = '', ...others] = hidden
  if (others.length > 0) return `${others.length + 1} marks`
  return `U+${first.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
