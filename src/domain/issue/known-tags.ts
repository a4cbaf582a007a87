import type { IssueQuery, TagTerm } from './query.ts'
import { EVENT_KEYS } from './search-keys.ts'

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

export function isKnownTag({ key }: TagTerm, known: ReadonlySet<string>): boolean {
  return EVENT_KEYS.has(key) || known.has(key)
}
