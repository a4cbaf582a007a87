import { replaceHidden } from '#contract/hidden-text.ts'

/** Hidden characters that have a well-known name, each before it. */
const NAMED =
  '\u0000NUL \u0008BS \rCR \u001bESC \u0085NEL \u00adSHY \u061cALM \u200bZWSP \u200cZWNJ \u200dZWJ \u200eLRM \u200fRLM ' +
  '\u2028LS \u2029PS \u202aLRE \u202bRLE \u202cPDF \u202dLRO \u202eRLO \u2060WJ \u2066LRI \u2067RLI \u2068FSI \u2069PDI ' +
  '\ufeffBOM'
const NAMES: ReadonlyMap<string, string> = new Map(
  NAMED.split(' ').map((named) => [named[0]!, named.slice(1)]),
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
