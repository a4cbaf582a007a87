import { RELEASE_KEYS } from '#contract/issue/query-value.ts'
import { LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { parseIssueQuery, writtenTerms } from '../search/query.ts'
import type { IssueQuery, QueryTerm, TermKind } from '../search/query-term.ts'
import type { Token } from '../search/query-token.ts'
import { rangeProblem, releaseMatcher, releasePattern, releaseRange } from '../search/release-patterns.ts'
import { beginningOf, valueMatcher } from '../search/value-pattern.ts'

/** Keys of the search that only issues have: numbers and times, which thresholds and windows are for. */
const ISSUE_KEYS: ReadonlySet<string> = new Set(['events', 'users', 'first_seen', 'last_seen'])

/** Why a rule's query never matches or costs too much, in a sentence for its author; null if it is fine. */
export function ruleQueryProblem(query: string): string | null {
  const written = writtenTerms(query)
  if (written.length > LIMITS.ruleQueryTerms) {
    return `A rule's query can have up to ${LIMITS.ruleQueryTerms} terms. Remove some.`
  }
  for (const { term, token } of written) {
    const problem = termProblem(term, token)
    if (problem !== null) return problem
  }
  const problems = waysToMeet(parseIssueQuery(query)).map(contradiction)
  return problems.every((problem) => problem !== null) ? problems[0]! : null
}

/** Terms that meet a query if an event meets all of them: for each group one of its queries. Few, as a rule has few terms. */
function waysToMeet({ terms, groups }: IssueQuery): QueryTerm[][] {
  return groups.reduce<QueryTerm[][]>(
    (ways, group) => {
      const further = group.flatMap(waysToMeet)
      return ways.flatMap((way) => further.map((more) => [...way, ...more]))
    },
    [[...terms]],
  )
}

function termProblem({ kind, values, negated }: QueryTerm, { key, isKnown, raw }: Token): string | null {
  if (isKnown && key !== null && ISSUE_KEYS.has(key)) {
    return `A rule counts events, which have no ${raw.replace('!', '')}, so this would never match. Remove it, and set a threshold and a window instead.`
  }
  if (isKnown && RELEASE_KEYS.some((name) => name === key)) {
    return `A rule looks at events, which have no ${raw.replace('!', '')}, so this would never match. Use release: for the release of the event.`
  }
  if (kind === 'text' && isKnown) {
    return `${raw} is not a condition that a rule can have, so nothing would ever match. Check its spelling.`
  }
  const assignee = kind === 'assignee' ? values.find((value) => value !== 'none') : undefined
  if (assignee !== undefined) {
    return `A rule can't match a particular assignee: assigned:${assignee} would never match. Use assigned:none or !assigned:none.`
  }
  if (kind === 'release') return rangeProblem('release', values)
  return kind === 'snoozed' && !negated ? QUIET : null
}

const QUIET =
  'Rules are quiet for snoozed and ignored issues, so this would never match. Remove is:snoozed and is:ignored.'

/** Of issues that rules are not quiet about. */
const HEARD_STATUSES = ISSUE_STATUSES.filter((status) => status !== 'ignored')

/** What an event has one of, by what people call it; with a list, all that there are. */
const SINGLE: readonly { kind: TermKind; name: string; possible: readonly string[] | null }[] = [
  { kind: 'level', name: 'level', possible: LEVELS },
  { kind: 'status', name: 'status', possible: HEARD_STATUSES },
  { kind: 'environment', name: 'environment', possible: null },
  { kind: 'browser', name: 'browser', possible: null },
  { kind: 'os', name: 'operating system', possible: null },
  { kind: 'user', name: 'user', possible: null },
]

/** An event has one of each of these, and one value of a tag. */
function contradiction(terms: readonly QueryTerm[]): string | null {
  for (const { kind, name, possible } of SINGLE) {
    const of = terms.filter((term) => term.kind === kind)
    if (of.length === 0 || isPossible(of, possible)) continue
    return kind === 'status' && isPossible(of, ISSUE_STATUSES) ? QUIET : ruledOut(name)
  }
  const tags = Map.groupBy(
    terms.filter((term) => term.kind === 'tag'),
    ({ key }) => key,
  )
  for (const [key, of] of tags) if (!isPossiblePattern(of)) return ruledOut(`tag ${key}`)
  if (!isPossibleRelease(terms.filter(({ kind }) => kind === 'release'))) return ruledOut('release')
  const assignees = new Set(terms.filter(({ kind }) => kind === 'assignee').map(({ negated }) => negated))
  if (assignees.size < 2) return null
  return 'No event can match this query: assigned:none and !assigned:none contradict each other.'
}

function ruledOut(name: string): string {
  return `No event can match this query: its conditions on the ${name} contradict each other.`
}

/** True when one value meets all of these terms. @param possible the values there are; null: any. */
function isPossible(terms: readonly QueryTerm[], possible: readonly string[] | null): boolean {
  let left = possible && new Set<string>(possible)
  for (const { negated, values } of terms) {
    if (!negated) left = left ? left.intersection(new Set(values)) : new Set(values)
  }
  if (left === null) return true
  for (const { negated, values } of terms) if (negated) for (const value of values) left.delete(value)
  return left.size > 0
}

/** Nobody knows which releases a range will have, so only names rule it out. */
function isPossibleRelease(terms: readonly QueryTerm[]): boolean {
  const asked = terms.map(({ negated, values }) => ({ negated, values: values as readonly string[] }))
  if (asked.every(({ values }) => values.every((value) => releaseRange(value) === null)))
    return isPossiblePattern(terms)
  const ofNames = asked.find(
    ({ negated, values }) => !negated && values.every((value) => releasePattern(value) === null),
  )
  if (ofNames === undefined) return true
  return ofNames.values.some((name) =>
    asked.every(({ negated, values }) => releaseMatcher(values)(name) !== negated),
  )
}

/** True when one value, or none, meets all of these terms; values that end in `*` ask for its beginning. */
function isPossiblePattern(terms: readonly QueryTerm[]): boolean {
  const wanted = terms.filter(({ negated }) => !negated).map(({ values }) => values as readonly string[])
  const excluded = terms.filter(({ negated }) => negated).flatMap(({ values }) => values as readonly string[])
  if (wanted.length === 0) return true
  const isWanted = (text: string) => wanted.every((values) => valueMatcher(values)(text))
  const isExcluded = valueMatcher(excluded)
  const isWhollyExcluded = valueMatcher(excluded.filter((value) => beginningOf(value) !== null))
  // The narrowest decides: a whole value, or a beginning, which only another beginning excludes wholly.
  return wanted.flat().some((narrowest) => {
    const beginning = beginningOf(narrowest)
    if (beginning === null) return isWanted(narrowest) && !isExcluded(narrowest)
    return isWanted(beginning) && !isWhollyExcluded(beginning)
  })
}
