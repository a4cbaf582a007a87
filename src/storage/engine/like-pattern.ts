/** Texts that begin with `prefix` are the ones from it up to this, in the order of code points. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10FFFF}`
}

/** A literal LIKE pattern for `ESCAPE '\'`; a `wildcard` matches as a whole, `*` any characters. */
export function likePattern(text: string, how: 'prefix' | 'substring' | 'wildcard'): string {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  switch (how) {
    case 'prefix':
      return `${literal}%`
    case 'substring':
      return `%${literal}%`
    case 'wildcard':
      return literal.replaceAll('*', '%')
    default:
      return how satisfies never
  }
}
