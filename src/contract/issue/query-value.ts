/** Words that join the terms of a search; in lower case or in quotes they are searched for. */
export const OPERATORS: ReadonlyMap<string, 'or' | 'and'> = new Map([
  ['OR', 'or'],
  ['AND', 'and'],
])

/** Releases with a role in an issue's life; each is the kind of its term, too. */
export const RELEASE_KEYS = ['first_release', 'regressed_in', 'resolved_in'] as const
export type ReleaseKind = (typeof RELEASE_KEYS)[number]

/** Keys of the search with a meaning of their own, in lower case. Any other name is a tag's. */
const KEYS = [
  'is',
  'env',
  'release',
  ...RELEASE_KEYS,
  'user.email',
  'user.id',
  'level',
  'assigned',
  'browser',
  'os',
  'events',
  'users',
  'first_seen',
  'last_seen',
] as const
export const SEARCH_KEYS: ReadonlySet<string> = new Set(KEYS)

/** Tags that each event has by itself. */
const OWN_TAGS = ['transaction', 'url', 'server'] as const
export const EVENT_KEYS: ReadonlySet<string> = new Set(OWN_TAGS)

export type SearchKey = (typeof KEYS)[number] | (typeof OWN_TAGS)[number]

/** The key of a term as it is typed, with `!` in front if negated. The name may be a tag's: a letter, then up to 39 letters,
 * digits, `_`, `.` or `-`. */
export const TYPED_KEY = /^(!?)(\p{L}[\p{L}\p{M}\p{N}_.-]{0,39}):/u

/** Writes a value so that a search reads it back as it is, alone or after a key: in quotes where it needs them. */
export function quoteQueryValue(value: string): string {
  const isBare = /^[^\s"!:\\,[\]()]+$/.test(value) && !OPERATORS.has(value)
  return isBare ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The tag's own name, without the `tags[…]` that a search needs around it. */
export function tagNameOf(key: string): string {
  const [, quoted, bare] = /^tags\[(?:"(.*)"|(.*))\]$/.exec(key) ?? []
  return quoted?.replace(/\\(["\\])/g, '$1') ?? bare ?? key
}
