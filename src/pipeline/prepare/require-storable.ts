import type { NormalisedEvent } from '#domain/event/event.ts'

/**
 * Throws for a value that no column takes. Storage repeats a write that fails until it succeeds (decision 0060), so one such
 * value would stop every event behind it; thrown here, it makes a dead letter.
 */
export function requireStorable({ user, searchedTags, ...columns }: Omit<NormalisedEvent, 'payload'>): void {
  for (const [name, value] of Object.entries({ ...columns, ...user })) {
    if (value !== null && !isStorable(value)) throw new TypeError(`${name} cannot be stored`)
  }
  if (!searchedTags.flat().every(isStorable)) throw new TypeError('a tag cannot be stored')
}

/** PostgreSQL has no NUL in texts. */
function isStorable(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value)
}
