import type { Json, JsonObject } from '../../api/wire.ts'

/* Reads the stored document of an event, whose parts may have any shape. */

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

export const textOrNull = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

export const numberOrNull = (value: Json | undefined): number | null =>
  typeof value === 'number' ? value : null

/** A text, or a number as text; empty for anything else. */
export const wordOf = (value: Json | undefined): string =>
  typeof value === 'number' ? String(value) : textOf(value)

/** The objects of a list that comes bare or as `{ values: [...] }`. */
export function valuesOf(value: Json | undefined): JsonObject[] {
  const list = isObject(value) ? value.values : value
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Whether parts of an event are missing because it was too large. */
export function isIncomplete({ errata_notes: notes }: JsonObject): boolean {
  return Array.isArray(notes) && notes.includes('total_cut')
}

/** Names and values of an object or a list of pairs, without empty ones. */
export function entriesOf(value: Json | undefined): [string, Json][] {
  if (Array.isArray(value)) {
    return value.flatMap((pair): [string, Json][] =>
      Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1] ?? null]] : [],
    )
  }
  return Object.entries(objectOf(value)).filter(([, entry]) => entry !== null && entry !== '')
}
