/** Where an escape could stand for what no engine stores: NUL, or half of a surrogate pair. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i

/** `JSON.parse`, with every text storable. */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text, SUSPICIOUS_ESCAPE.test(text) ? (_key, value) => storable(value) : undefined)
}

/** The parameters of a query or path, with every text storable; a repeated one is a list. */
export function storableParameters(parameters: unknown): Record<string, unknown> {
  const entries = Object.entries(parameters as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(storable) : storable(value)]),
  )
}

/** PostgreSQL refuses NUL in a text and half of a surrogate pair: U+FFFD takes their place. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
