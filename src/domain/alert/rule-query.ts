import { LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES, type IssueStatus, LEVELS } from '#contract/vocabulary.ts'
import { type EventQuery, parseEventQuery } from '../issue/query.ts'

type EventTerm = EventQuery['terms'][number]

export interface RuleSubject {
  level: string
  environment: string
  release: string
  /** Null: nobody with an address. Undefined: not known, since only the count of the event was kept. */
  email: string | null | undefined
  /** What it says, in lower case: title, culprit, exception. Asked for at most once per event and rule. */
  text: () => string
  /** The value of a tag; null: it has none of this name. Undefined: not known. */
  tag: (name: string) => string | null | undefined
  issueStatus: IssueStatus
  isAssigned: boolean
}

export type RuleMatcher = (subject: RuleSubject) => boolean

export const RULE_TEXT_CHARS = 4096

/** Turns the query of a single rule into a function; the rules of a project are compared by a `RuleBook`. */
export function compileRuleQuery(query: string): RuleMatcher {
  const matchers = parseRuleQuery(query).terms.map(matcherOf)
  if (matchers.length === 1) return matchers[0]!
  return (subject) => matchers.every((matches) => matches(subject))
}

export function parseRuleQuery(query: string): EventQuery {
  const { terms } = parseEventQuery(query)
  // Conditions on columns come before conditions on text.
  return { terms: terms.toSorted((a, b) => Number(a.kind === 'text') - Number(b.kind === 'text')) }
}

export function asksForText(query: string): boolean {
  return parseEventQuery(query).terms.some(({ kind }) => kind === 'text')
}

export function matcherOf(term: EventTerm): RuleMatcher {
  const { negated, values } = term
  const [first = ''] = values
  switch (term.kind) {
    case 'status':
      return ({ issueStatus }) => values.includes(issueStatus) !== negated
    case 'level':
      return ({ level }) => values.includes(level) !== negated
    case 'environment':
      return ({ environment }) => (environment === first) !== negated
    case 'release':
      return ({ release }) => (release === first) !== negated
    case 'email': {
      const matches = emailMatcher(first)
      return ({ email }) => email !== undefined && (email !== null && matches(email)) !== negated
    }
    case 'assignee':
      return ({ isAssigned }) => isAssigned === negated
    case 'snoozed':
      // Rules are quiet for snoozed issues, so whatever they look at is not.
      return () => negated
    case 'text':
      return textMatcher(first)
    default:
      return term.kind satisfies never
  }
}

const TAG_NAME = /^[\w.-]{1,200}$/

/** `name:value` or `!name:value` of a tag; a URL or a text with a blank after the colon is none: null. */
function readTag(text: string): { name: string; value: string; negated: boolean } | null {
  const negated = text.startsWith('!')
  const [start, colon] = [negated ? 1 : 0, text.indexOf(':')]
  const [name, value] = [text.slice(start, colon), text.slice(colon + 1)]
  if (colon === -1 || !TAG_NAME.test(name) || value.trimStart() !== value) return null
  return value === '' || value.startsWith('//') ? null : { name, value, negated }
}

export function asksForTags(query: string): boolean {
  return parseEventQuery(query).terms.some((term) => tagAsked(term) !== null)
}

/** The name of the tag that a term asks for; null: it asks for none. */
export function tagAsked({ kind, values }: EventQuery['terms'][number]): string | null {
  return kind === 'text' ? (readTag(values[0] ?? '')?.name ?? null) : null
}

/** Words of the text; those that look like a tag are looked for among the tags as well. */
function textMatcher(wanted: string): RuleMatcher {
  const lower = wanted.toLowerCase()
  const asked = readTag(wanted)
  if (asked === null) return ({ text }) => text().includes(lower)
  const { name, value, negated } = asked
  if (!negated) return ({ text, tag }) => tag(name) === value || text().includes(lower)
  return ({ tag }) => {
    const found = tag(name)
    return found !== undefined && found !== value
  }
}

/** With `*` (any characters) a pattern covers the whole address, without it is a part of one. */
function emailMatcher(pattern: string): (email: string) => boolean {
  const parts = pattern.split('*')
  if (parts.length === 1) return (email) => email.toLowerCase().includes(pattern)
  const [head = '', ...rest] = parts
  const tail = rest.pop() ?? ''
  return (email) => {
    const text = email.toLowerCase()
    if (!text.startsWith(head)) return false
    let at = head.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return text.length - tail.length >= at && text.endsWith(tail)
  }
}

/** Keys of the search whose values are a closed list: anything else is a mistake in a rule. */
const CLOSED_KEYS = /^!?(is|level|assigned):/i
/** Keys of the search that only issues have: numbers and times, which thresholds and windows are for. */
const ISSUE_KEYS = /^!?(events|users|first_seen|last_seen):/i

/**
 * Why the query of a rule can never match, or costs too much, in a sentence for the person who wrote it; null if it
 * is fine.
 */
export function ruleQueryProblem(query: string): string | null {
  const { terms } = parseEventQuery(query)
  if (terms.length > LIMITS.ruleQueryTerms) {
    return `A rule's query can have up to ${LIMITS.ruleQueryTerms} terms. Remove some.`
  }
  for (const term of terms) {
    const problem = termProblem(term)
    if (problem !== null) return problem
  }
  return contradiction(terms)
}

function termProblem({ kind, values, negated }: EventTerm): string | null {
  const [first = ''] = values
  if (kind === 'text' && CLOSED_KEYS.test(first)) {
    return `${first} is not a condition that a rule can have, so nothing would ever match. Check its spelling.`
  }
  if (kind === 'text' && ISSUE_KEYS.test(first)) {
    return `A rule counts events, which have no ${first}, so this query would never match. Remove it, and set a threshold and a window instead.`
  }
  if (kind === 'assignee' && first !== 'none') {
    return `A rule can't match a particular assignee, so assigned:${first} would never match. Use assigned:none or !assigned:none.`
  }
  return kind === 'snoozed' && !negated ? QUIET : null
}

const QUIET =
  'Rules are quiet for snoozed and ignored issues, so this query would never match. Remove is:snoozed and is:ignored.'

const POSSIBLE = {
  level: LEVELS,
  status: ISSUE_STATUSES.filter((status) => status !== 'ignored'),
  environment: null,
  release: null,
} as const

/** An event has one environment, release and level, its issue one status. */
function contradiction(terms: readonly EventTerm[]): string | null {
  for (const [kind, possible] of Object.entries(POSSIBLE)) {
    const of = terms.filter((term) => term.kind === kind)
    if (of.length === 0 || isPossible(of, possible)) continue
    if (kind === 'status') return QUIET
    return `No event can match this query: its conditions on the ${kind} contradict each other.`
  }
  const assignees = new Set(terms.filter(({ kind }) => kind === 'assignee').map(({ negated }) => negated))
  if (assignees.size < 2) return null
  return 'No event can match this query: assigned:none and !assigned:none contradict each other.'
}

/** True when one value meets all of these terms. @param possible the values there are; null: any. */
function isPossible(terms: readonly EventTerm[], possible: readonly string[] | null): boolean {
  let left = possible && new Set<string>(possible)
  for (const { negated, values } of terms) {
    if (!negated) left = left ? left.intersection(new Set(values)) : new Set(values)
  }
  if (left === null) return true
  for (const { negated, values } of terms) if (negated) for (const value of values) left.delete(value)
  return left.size > 0
}
