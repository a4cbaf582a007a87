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
