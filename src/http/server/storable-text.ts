import { storableText } from '#domain/event/bounds.ts'

/** Where an escape could stand for what no engine stores: NUL, or half of a surrogate pair. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i

export function parseStorableJson(text: string): unknown {
  const holder: Holder = { value: JSON.parse(text) }
  if (SUSPICIOUS_ESCAPE.test(text)) makeStorable(holder)
  return holder.value
}

interface Holder {
  [key: string | number]: unknown
}

/** Step by step: a reviver would take many times as long, and its depth is the sender's choice. */
function makeStorable(root: Holder): void {
  const waiting: Holder[] = [root]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (!Array.isArray(holder)) for (const key in holder) visit(holder, key, waiting)
    else for (let index = 0; index < holder.length; index++) visit(holder, index, waiting)
  }
}

function visit(holder: Holder, key: string | number, waiting: Holder[]): void {
  const value = holder[key]
  if (typeof value === 'string') holder[key] = storable(value)
  else if (typeof value === 'object' && value !== null) waiting.push(value as Holder)
}

export function storableParameters(parameters: unknown): Record<string, unknown> {
  const entries = Object.entries(parameters as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(storable) : storable(value)]),
  )
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
