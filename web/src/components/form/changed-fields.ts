/** The entries of `after` that differ: whatever the reader left alone, someone else may have changed since. */
export function changedFields<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const known = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, known.get(name)))
  return Object.fromEntries(changed) as Partial<Fields>
}

/** Sends what an editor changed of a thing; nothing if it changed nothing. */
export async function sendChanges<Thing extends object>(
  before: Thing,
  after: Partial<Thing>,
  send: (change: Partial<Thing>) => Promise<Thing>,
): Promise<Thing> {
  const change = changedFields(before, after)
  return Object.keys(change).length === 0 ? before : send(change)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
