import { type IssueQuery, type QueryTerm, termOf, tokensOf } from './query.ts'
import { EVENT_KEYS } from './search-keys.ts'

const MAX_NOTES = 5
/** Of other search languages; here every term must match. */
const FOREIGN_OPERATORS = new Set(['AND', 'OR', 'NOT'])

/** Sentences on what looks like a condition but was searched as text; at most five. */
export function queryNotes(q: string, knownTags: ReadonlySet<string>): string[] {
  const notes = tokensOf(q).flatMap((token) => {
    if (FOREIGN_OPERATORS.has(token.raw))
      return [
        `“${token.raw}” is not an operator here and was searched as text. Issues must match every term.`,
      ]
    const { kind, key } = termOf(token)
    if (token.key === null) return []
    if (kind !== 'text' && (kind !== 'tag' || isKnownTag(key, knownTags))) return []
    const said = token.isKnown
      ? `“${token.value}” is not a value of ${token.key}:`
      : `“${token.key}:” is not a search key, and no event has a tag of that name`
    return [`${said}, so “${token.raw}” was searched as text. Put it in quotes if that is what you want.`]
  })
  return [...new Set(notes)].slice(0, MAX_NOTES)
}

export function tagKeysIn({ terms }: IssueQuery): string[] {
  const keys = terms.flatMap(({ kind, key }) => (kind === 'tag' && key !== undefined ? [key] : []))
  return [...new Set(keys)].filter((key) => !EVENT_KEYS.has(key))
}

export function withKnownTags({ terms }: IssueQuery, known: ReadonlySet<string>): IssueQuery {
  return { terms: terms.map((term) => (isUnknownTag(term, known) ? textOf(term) : term)) }
}

function isUnknownTag({ kind, key }: QueryTerm, known: ReadonlySet<string>): boolean {
  return kind === 'tag' && !isKnownTag(key, known)
}

function isKnownTag(key: string | undefined, known: ReadonlySet<string>): boolean {
  return key !== undefined && (EVENT_KEYS.has(key) || known.has(key))
}

function textOf({ raw = '' }: QueryTerm): QueryTerm {
  return { kind: 'text', values: [raw], negated: false }
}
