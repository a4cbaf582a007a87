import type { InstallationKey } from '#platform/installation-key.ts'

const REFUSED = '!'
const PARAMETERS = ['cursor', 'since']
const FIELDS = ['next_cursor', 'since_cursor']

function purposeOf(orgUid: string): string {
  return `cursor\n${orgUid}`
}

export function withOpenCursor<Query>(key: InstallationKey, orgUid: string, query: Query): Query {
  return replaced(query, PARAMETERS, (cursor) => key.open(purposeOf(orgUid), cursor) ?? REFUSED)
}

/** An answer with its cursors sealed: what a list notes there holds row keys, which are counted over all. */
export function withSealedCursor<Answer>(key: InstallationKey, orgUid: string, answer: Answer): Answer {
  return replaced(answer, FIELDS, (cursor) => key.seal(purposeOf(orgUid), cursor))
}

function replaced<Value>(value: Value, names: readonly string[], replace: (text: string) => string): Value {
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  const present = names.filter((name) => typeof fields[name] === 'string' && fields[name] !== '')
  if (present.length === 0) return value
  return { ...value, ...Object.fromEntries(present.map((name) => [name, replace(fields[name] as string)])) }
}
