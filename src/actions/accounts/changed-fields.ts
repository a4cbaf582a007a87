import type { JsonObject } from '#contract/scalars.ts'

/** What an audit entry says of a change: the named fields that differ, as `name: { from, to }`. Empty if none does. */
export function changedFields<Name extends string>(
  before: Readonly<Record<Name, JsonObject[string]>>,
  after: Readonly<Record<Name, JsonObject[string]>>,
  names: readonly Name[],
): JsonObject {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]))
}
