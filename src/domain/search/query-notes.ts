import { EVENT_KEYS, OPERATORS, SEARCH_KEYS, tagNameOf } from '#contract/issue/query-value.ts'
import { SEARCH_LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { writtenTerms } from './query.ts'
import { mapQueries, termsIn } from './query-groups.ts'
import { type IssueQuery, NAME_KINDS, type QueryTerm, type TagTerm } from './query-term.ts'
import { partsOf, type Token } from './query-token.ts'
import { namesReleases, rangeProblem } from './release-patterns.ts'

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
  ['firstrelease', 'first_release'],
  ['resolved_in_release', 'resolved_in'],
])

/** What of a query an organization has. */
interface Known {
  tags: ReadonlySet<string>
  /** Emails of members, in lower case. */
  members: ReadonlySet<string>
}

/** Sentences on what looks like a condition but was searched as text, on `*` that is not a wildcard, and on unknown
 * members; at most five. */
export function queryNotes(q: string, { tags, members }: Known): string[] {
  const written = writtenTerms(q)
  const isLoneWord = written.filter(({ token }) => token.key === null).length === 1
  const notes = written.flatMap(({ term, token }) => {
    if (OPERATORS.has(token.raw)) return [operatorNote(token.raw)]
    if (token.key === null) return noteOnGroup(token.raw) ?? (isLoneWord ? noteOnPasted(token.raw) : [])
    if (term.kind === 'assignee') return noteOnAssignee(term, members)
    if (term.kind !== 'text' && (term.kind !== 'tag' || isKnownTag(term, tags)))
      return [...noteOnList(token, token === written.at(-1)?.token), ...noteOnPattern(token.key, term)]
    const said = token.isKnown
      ? `“${token.value}” is not a value of ${token.key}:`
      : `“${tagNameOf(token.key)}:” is not a search key, and no event has a tag of that name`
    return [`${said}, so “${token.raw}” was searched as text. ${adviceOn({ ...token, key: token.key })}`]
  })
  const cut = partsOf(q).isCut ? [CUT] : []
  return [...new Set([...cut, ...notes])].slice(0, MAX_NOTES)
}

const CUT = `A search can have up to ${SEARCH_LIMITS.terms} terms, so the ones after that were left out.`

const NUMBERS = 'Use a number such as 7, >7, <=7 or 7..9.'
const TIMES = 'Use a time in UTC such as -24h, +7d, >=2026-11-20T10:30 or 2026-11-01..2026-11-20.'

/** What to write after a key that takes only some values. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ['is', `Use one of ${[...ISSUE_STATUSES, 'snoozed'].join(', ')}.`],
  ['level', `Use one of ${LEVELS.join(', ')}.`],
  ['assigned', 'Use me, none or the email of a member.'],
  ['events', NUMBERS],
  ['users', NUMBERS],
  ['first_seen', TIMES],
  ['last_seen', TIMES],
])

function adviceOn({ key, isKnown }: { key: string; isKnown: boolean }): string {
  const values = isKnown ? VALUES.get(key) : undefined
  if (values !== undefined) return values
  const meant = isKnown ? undefined : MEANT.get(key.toLowerCase())
  return meant === undefined ? 'Put it in quotes if that is what you want.' : `Did you mean ${meant}:?`
}

/** What people paste from a customer's message, and the key that finds it; an address of code (`a@1.2`) is a release. */
const PASTED: readonly [key: string, what: string, pattern: RegExp][] = [
  ['user.email', 'the issues of a user', /^[^\s"@:/]+@[^\s"@:/]+\.[a-z]{2,}$/i],
  ['url', 'the issues of a page', /^https?:\/\/[^\s"]+$/i],
  ['release', 'the issues of a release', /^[^\s"@:/]+@v?\d[^\s"@:/]*$/i],
]

/** A name that a search takes for a tag's only in brackets, since it has signs. */
const BRACKETED = /^(!?)(\p{L}[^\s":/[\]]{0,39}):(?=[^\s:/])/u

/** Among other words such a one is part of a message. */
function noteOnPasted(raw: string): string[] {
  const [typed, sign, name] = BRACKETED.exec(raw) ?? []
  if (typed !== undefined)
    return [
      `“${raw}” was searched as text. To search a tag, write ${sign}tags[${name}]:${raw.slice(typed.length)}`,
    ]
  const pasted = PASTED.find(([, , pattern]) => pattern.test(raw))
  if (pasted === undefined) return []
  const [key, what] = pasted
  return [`“${raw}” was searched as text. To find ${what}, write ${key}:${raw}`]
}

/** Such a `*` or range finds nothing, and an empty list does not say why. */
function noteOnPattern(key: string, term: QueryTerm): string[] {
  const { kind } = term
  const values: readonly string[] = term.values
  const problem = namesReleases(term) ? rangeProblem(key, values) : null
  if (problem !== null) return [problem]
  if (kind === 'tag' || namesReleases(term))
    return values.some((value) => value.slice(0, -1).includes('*'))
      ? [`In ${key}:, “*” is a wildcard only at the end of the value.`]
      : []
  if (NAME_KINDS.some((name) => name === kind) && values.some((value) => value.includes('*')))
    return [`In ${key}:, “*” is not a wildcard: give the whole value.`]
  return []
}

/** A blank ends the term, so that nothing is found. */
function noteOnList({ key, value, items }: Token, isLast: boolean): string[] {
  if (items[0] !== value || !/^\[.*,$/s.test(value)) return []
  if (isLast) return [`A list ends with “]”: write ${key}:[staging,production].`]
  return [`A list has no spaces: write ${key}:[staging,production], and put values with spaces in quotes.`]
}

function operatorNote(operator: string): string {
  return `“${operator}” was searched as text: it needs a term on each side, as in level:fatal OR env:production.`
}

const OPENING = /^!?\(+!?/

/** On an opening parenthesis before a condition or another one: what other words begin with is theirs. */
function noteOnGroup(raw: string): string[] | null {
  const opening = OPENING.exec(raw)?.[0]
  if (opening === undefined) return null
  const [key = '', value = ''] = raw.slice(opening.length).split(':', 2)
  if (!SEARCH_KEYS.has(key.toLowerCase()) || value === '') return null
  return [
    `“${raw}” was searched as text: each parenthesis must be closed, with a space or nothing behind it.`,
  ]
}

/** The emails of a query's assignees. */
export function assigneesIn(query: IssueQuery): string[] {
  const names = termsIn(query).flatMap((term) => (term.kind === 'assignee' ? term.values : []))
  return [...new Set(names)].filter((name) => name !== 'me' && name !== 'none')
}

function noteOnAssignee(term: QueryTerm, members: ReadonlySet<string>): string[] {
  const unknown = assigneesIn({ terms: [term], groups: [] }).filter((email) => !members.has(email))
  return unknown.map((email) => `No member has the email “${email}”. ${VALUES.get('assigned')}`)
}

export function tagKeysIn(query: IssueQuery): string[] {
  const keys = termsIn(query).flatMap((term) => (term.kind === 'tag' ? [term.key] : []))
  return [...new Set(keys)].filter((key) => !EVENT_KEYS.has(key))
}

/** A query with unknown tags as text. */
export function withKnownTags(query: IssueQuery, known: ReadonlySet<string>): IssueQuery {
  return mapQueries(query, (part) => ({
    ...part,
    terms: part.terms.map((term) =>
      term.kind !== 'tag' || isKnownTag(term, known)
        ? term
        : { kind: 'text', values: [term.raw], negated: term.isInverted === true },
    ),
  }))
}

function isKnownTag({ key }: TagTerm, known: ReadonlySet<string>): boolean {
  return EVENT_KEYS.has(key) || known.has(key)
}
