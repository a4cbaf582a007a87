import { issueIdIn } from '../issue/address.ts'
import { allOf, anyOf, mapQueries } from './query-groups.ts'
import { type IssueQuery, negated, type QueryTerm, termOf } from './query-term.ts'
import { partsOf, type Token } from './query-token.ts'

/** A term of a query, and the token that it was written as. */
export interface WrittenTerm {
  term: QueryTerm
  token: Token
}

/** Reads the list's `q` (docs/api.md, Search): blanks part tokens, except in quotes (`"two words"`,
 * `env:"my env"`, with `\"` and `\\` inside); `!` before a known key negates; brackets behind a key are OR
 * (`env:[a,"b c"]`), and in `is:` and `level:` a comma alone is. `OR` binds less than what stands side by side or has an `AND`
 * between; parentheses group, and `!` negates them. Other keys are tags: `query-notes.ts` makes text of unknown ones. What is
 * not in the language (`is:bogus`, `!word`, an unclosed quote) is searched as text. Never throws; at most 2,000
 * characters and 50 terms. */
export function parseIssueQuery(q: string): IssueQuery {
  return readQuery(q).query
}

/** The terms of a query in their order, those of negated groups as their opposites. */
export function writtenTerms(q: string): WrittenTerm[] {
  return readQuery(q).written
}

function readQuery(q: string): { query: IssueQuery; written: WrittenTerm[] } {
  const { parts, isCut } = partsOf(q)
  const written: WrittenTerm[] = []
  let at = 0
  const readGroup = (isNegated: boolean): IssueQuery => {
    // By De Morgan: of a negated group each part is negated, and OR and AND change places.
    const [ofRow, ofRows] = isNegated ? [anyOf, allOf] : [allOf, anyOf]
    const rows: IssueQuery[][] = [[]]
    for (let part = parts[at++]; part !== undefined && part.kind !== 'close'; part = parts[at++]) {
      if (part.kind === 'or') rows.push([])
      else if (part.kind === 'open') rows.at(-1)!.push(readGroup(isNegated !== part.negated))
      else if (part.kind === 'term') {
        const { token } = part
        const term = isNegated ? negated(termOf(token)) : termOf(token)
        written.push({ term, token })
        rows.at(-1)!.push({ terms: [term], groups: [] })
      }
    }
    return ofRows(rows.map(ofRow))
  }
  const query = readGroup(false)
  const hasGroups = parts.some(({ kind }) => kind === 'or' || kind === 'open')
  return { query: isCut && hasGroups ? { ...query, isCut: true } : query, written }
}

const EVENT_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The first word of a query that can be the id of an event, as 32 hex digits; null if none can. */
export function eventIdIn({ terms }: IssueQuery): string | null {
  const id = wordsOf(terms).find((word) => EVENT_ID.test(word))
  return id === undefined ? null : id.replaceAll('-', '').toLowerCase()
}

/** The first word of a query that is the id of an issue, or the address of its page; null if none is. */
export function issueIdOf({ terms }: IssueQuery): string | null {
  return (
    wordsOf(terms)
      .map(issueIdIn)
      .find((id) => id !== null) ?? null
  )
}

function wordsOf(terms: readonly QueryTerm[]): string[] {
  return terms.filter(({ kind, negated }) => kind === 'text' && !negated).map(({ values }) => values[0] ?? '')
}

export function withoutRepeats(query: IssueQuery): IssueQuery {
  return mapQueries(query, ({ terms, groups, ...rest }) => {
    const all = allOf([{ terms, groups: [] }, ...groups.map((group) => anyOf(unrepeated(group)))])
    return { ...rest, terms: unrepeated(all.terms), groups: unrepeated(all.groups) }
  })
}

function unrepeated<Part>(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
}
