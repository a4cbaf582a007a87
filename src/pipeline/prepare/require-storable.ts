import type { NormalisedEvent } from '#domain/event/event.ts'

/**
 * Throws for a value that no column takes, which makes a dead letter. Found by storage, it would hold up its lane for seconds
 * (decision 0227).
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
