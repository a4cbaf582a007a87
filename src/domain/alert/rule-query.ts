import { EVENT_KEYS } from '#contract/issue/query-value.ts'
import type { IssueStatus } from '#contract/vocabulary.ts'
import { userHash } from '../event/user-identity.ts'
import { parseIssueQuery } from '../search/query.ts'
import { mapQueries, termsIn } from '../search/query-groups.ts'
import type { IssueQuery, QueryGroup, QueryTerm, TagTerm, TermKind } from '../search/query-term.ts'
import { releaseMatcher } from '../search/release-patterns.ts'
import { valueMatcher } from '../search/value-pattern.ts'
import { searchedForm } from '../text/search-text.ts'

export interface RuleSubject {
  level: string
  environment: string
  release: string
  /** Null: nobody with an address. Undefined: not known, since only the count of the event was kept. */
  email: string | null | undefined
  /** Null: it names none. Undefined: not known. */
  browser: string | null | undefined
  os: string | null | undefined
  /** Hash of who was affected; null: nobody is named. */
  user: () => Buffer | null
  /** What it says, as `searchedForm`: title, culprit, exception. Asked for at most once per event and rule. */
  text: () => string
  /** The value of a tag that it is searched by; null: it has none of this name. Undefined: not known. */
  tag: (name: string) => string | null | undefined
  issueStatus: IssueStatus
  isAssigned: boolean
}

export type RuleMatcher = (subject: RuleSubject) => boolean

export const RULE_TEXT_CHARS = 4096

/** Turns the query of a single rule into a function; the rules of a project are compared by a `RuleBook`. */
export function compileRuleQuery(query: string): RuleMatcher {
  return matcherOfQuery(parseRuleQuery(query))
}

function matcherOfQuery({ terms, groups }: IssueQuery): RuleMatcher {
  const matchers = [...terms.map(matcherOf), ...groups.map(matcherOfGroup)]
  if (matchers.length === 1) return matchers[0]!
  return (subject) => matchers.every((matches) => matches(subject))
}

export function matcherOfGroup(group: QueryGroup): RuleMatcher {
  const matchers = group.map(matcherOfQuery)
  return (subject) => matchers.some((matches) => matches(subject))
}

/** Reads the query of a rule: the language of the issue search. */
export function parseRuleQuery(query: string): IssueQuery {
  // What asks for columns comes before what asks for text.
  return mapQueries(parseIssueQuery(query), ({ terms, groups }) => ({
    terms: terms.toSorted((a, b) => Number(mayAskForText(a)) - Number(mayAskForText(b))),
    groups: groups.map((group) => group.toSorted((a, b) => Number(asksForText(a)) - Number(asksForText(b)))),
  }))
}

function asksForText(query: IssueQuery): boolean {
  return termsIn(query).some(mayAskForText)
}

export function mayAskForText({ kind }: QueryTerm): boolean {
  return kind === 'text' || kind === 'tag'
}

export function asksFor(query: string, kind: TermKind): boolean {
  return termsIn(parseIssueQuery(query)).some((term) => term.kind === kind)
}

export function matcherOf(term: QueryTerm): RuleMatcher {
  const { negated } = term
  const values: readonly string[] = term.values
  const [first = ''] = values
  switch (term.kind) {
    case 'status':
      return ({ issueStatus }) => values.includes(issueStatus) !== negated
    case 'level':
      return ({ level }) => values.includes(level) !== negated
    case 'environment':
      return ({ environment }) => values.includes(environment) !== negated
    case 'release': {
      const matches = releaseMatcher(values)
      return ({ release }) => (release !== '' && matches(release)) !== negated
    }
    case 'browser':
    case 'os':
      return (subject) => {
        const found = subject[term.kind]
        return found !== undefined && (found !== null && values.includes(found)) !== negated
      }
    case 'user': {
      const hashes = values.map((value) => userHash(`id:${value}`))
      return ({ user }) => {
        const found = user()
        return (found !== null && hashes.some((hash) => found.equals(hash))) !== negated
      }
    }
    case 'email': {
      const matchers = values.map(emailMatcher)
      return ({ email }) =>
        email !== undefined && (email !== null && matchers.some((matches) => matches(email))) !== negated
    }
    case 'assignee':
      return ({ isAssigned }) => isAssigned === negated
    case 'snoozed':
      // Rules are quiet for snoozed issues, so whatever they look at is not.
      return () => negated
    case 'tag':
      return tagMatcher(term)
    case 'text': {
      const wanted = searchedForm(first)
      return ({ text }) => text().includes(wanted) !== negated
    }
    case 'events':
    case 'users':
    case 'first_seen':
    case 'last_seen':
    case 'first_release':
    case 'regressed_in':
    case 'resolved_in':
      // A rule with one of them is refused.
      return () => false
    default:
      return term satisfies never
  }
}

/** `*` at its end: by its beginning. If the event lacks the tag, searched as text, as it was typed: `std::run`, `Error:x`.
 * A negated group negates either. */
function tagMatcher({ key, values, negated, raw, isInverted }: TagTerm): RuleMatcher {
  const matches = valueMatcher(values)
  const wasNegated = negated !== (isInverted === true)
  const wanted = EVENT_KEYS.has(key) || wasNegated ? null : searchedForm(raw)
  return ({ tag, text }) => {
    const found = tag(key)
    if (typeof found === 'string') return matches(found) !== negated
    const isSaid = wanted !== null && text().includes(wanted)
    if (found === undefined) return isSaid && !negated
    return wasNegated ? negated : isSaid !== negated
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
