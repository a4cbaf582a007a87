/**
 * A LIKE pattern that finds `text` literally, for use with `ESCAPE '\'`.
 * `prefix`: at the start; `substring`: anywhere; `wildcard`: as a whole, `*` standing for any run of characters.
 */
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
