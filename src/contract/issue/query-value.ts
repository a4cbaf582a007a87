/** Words that join the terms of a search; in lower case or in quotes they are searched for. */
export const OPERATORS: ReadonlyMap<string, 'or' | 'and'> = new Map([
  ['OR', 'or'],
  ['AND', 'and'],
])

/** The key of a term as it is typed, with `!` in front if negated. The name may be a tag's: a letter, then up to 39 letters,
 * digits, `_`, `.` or `-`. */
export const TYPED_KEY = /^(!?)(\p{L}[\p{L}\p{M}\p{N}_.-]{0,39}):/u

/** Writes a value so that a search reads it back as it is, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  const isBare = /^[^\s"!:\\,[\]()]+$/.test(value) && !OPERATORS.has(value)
  return isBare ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The tag's own name, without the `tags[…]` that a search needs around it. */
export function tagNameOf(key: string): string {
  const [, quoted, bare] = /^tags\[(?:"(.*)"|(.*))\]$/.exec(key) ?? []
  return quoted?.replace(/\\(["\\])/g, '$1') ?? bare ?? key
}
