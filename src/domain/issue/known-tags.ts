import { type IssueQuery, type TagTerm, termOf, tokensOf } from './query.ts'
import { EVENT_KEYS } from './search-keys.ts'

const MAX_NOTES = 5

/** Our key for a name that events and other tools use. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['environment', 'env'],
  ['server_name', 'server'],
  ['assignee', 'assigned'],
  ['status', 'is'],
  ['user', 'user.id'],
  ['email', 'user.email'],
  ['times_seen', 'events'],
  ['timesseen', 'events'],
  ['age', 'first_seen'],
  ['firstseen', 'first_seen'],
  ['lastseen', 'last_seen'],
])

/** Sentences on what looks like a condition but was searched as text; at most five. */
export function queryNotes(q: string, knownTags: ReadonlySet<string>): string[] {
  const notes = tokensOf(q).flatMap((token) => {
    if (token.key === null) return OPERATORS.has(token.raw) ? [operatorNote(token.raw)] : []
    const term = termOf(token)
    if (term.kind !== 'text' && (term.kind !== 'tag' || isKnownTag(term, knownTags))) return []
    const said = token.isKnown
      ? `“${token.value}” is not a value of ${token.key}:`
      : `“${token.key}:” is not a search key, and no event has a tag of that name`
    return [`${said}, so “${token.raw}” was searched as text. ${adviceOn(token)}`]
  })
  return [...new Set(notes)].slice(0, MAX_NOTES)
}

function adviceOn({ key, isKnown }: { key: string | null; isKnown: boolean }): string {
  const meant = isKnown || key === null ? undefined : MEANT.get(key.toLowerCase())
  return meant === undefined ? 'Put it in quotes if that is what you want.' : `Did you mean ${meant}:?`
}

const OPERATORS: ReadonlySet<string> = new Set(['OR', 'AND'])

function operatorNote(operator: string): string {
  return `“${operator}” was searched as text: all terms must match. For several statuses or levels, write level:error,fatal.`
}

export function tagKeysIn({ terms }: IssueQuery): string[] {
  const keys = terms.flatMap((term) => (term.kind === 'tag' ? [term.key] : []))
  return [...new Set(keys)].filter((key) => !EVENT_KEYS.has(key))
}

export function withKnownTags({ terms }: IssueQuery, known: ReadonlySet<string>): IssueQuery {
  return {
    terms: terms.map((term) =>
      term.kind !== 'tag' || isKnownTag(term, known)
        ? term
        : { kind: 'text', values: [term.raw], negated: false },
    ),
  }
}

function isKnownTag({ key }: TagTerm, known: ReadonlySet<string>): boolean {
  return EVENT_KEYS.has(key) || known.has(key)
}
