/** Words that join the terms of a search; in lower case or in quotes they are searched for. */
export const OPERATORS: ReadonlyMap<string, 'or' | 'and'> = new Map([
  ['OR', 'or'],
  ['AND', 'and'],
])

/** Writes a value so that a search reads it back as it is, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  const isBare = /^[^\s"!:\\,[\]()]+$/.test(value) && !OPERATORS.has(value)
  return isBare ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
