import { SEARCH_LIMITS } from '#contract/limits.ts'
import { depthOf, termsIn } from './query-groups.ts'
import { type IssueQuery, NAME_KINDS, type TermKind } from './query-term.ts'

const TERM_LIMITS: { kinds: TermKind[]; most: number; message: string }[] = [
  {
    kinds: [...NAME_KINDS, 'tag'],
    most: SEARCH_LIMITS.facetTerms,
    message: `A search can have up to ${SEARCH_LIMITS.facetTerms} env:, browser:, os:, user.id:, tag and release terms together. Remove some.`,
  },
  {
    kinds: ['text'],
    most: SEARCH_LIMITS.textTerms,
    message: `A search can have up to ${SEARCH_LIMITS.textTerms} words. Remove some, or put a phrase in quotes.`,
  },
]

/** Of all terms together: each is looked up. */
const VALUE_LIMITS: typeof TERM_LIMITS = [
  {
    kinds: ['email'],
    most: SEARCH_LIMITS.emailTerms,
    message: `A search can name up to ${SEARCH_LIMITS.emailTerms} addresses with user.email:. Remove some.`,
  },
  {
    kinds: [...NAME_KINDS, 'tag'],
    most: SEARCH_LIMITS.facetValues,
    message: `A search can name up to ${SEARCH_LIMITS.facetValues} values with env:, browser:, os:, user.id:, tags and releases together. Remove some.`,
  },
  {
    kinds: ['assignee'],
    most: SEARCH_LIMITS.facetValues,
    message: `A search can name up to ${SEARCH_LIMITS.facetValues} people with assigned:. Remove some.`,
  },
]

/** Why a query costs too much to answer, in a sentence for the person who typed it; null if it can be answered. */
export function queryProblem(query: IssueQuery): string | null {
  if (query.isCut)
    return `A search with OR or parentheses can have up to ${SEARCH_LIMITS.terms} terms. Remove some.`
  if (depthOf(query) > SEARCH_LIMITS.groupDepth)
    return `Groups with OR can be up to ${SEARCH_LIMITS.groupDepth} deep inside of each other. Use fewer parentheses.`
  const terms = termsIn(query)
  for (const { kinds, most, message } of TERM_LIMITS) {
    if (terms.filter(({ kind }) => kinds.includes(kind)).length > most) return message
  }
  for (const { kinds, most, message } of VALUE_LIMITS) {
    const named = terms.filter(({ kind }) => kinds.includes(kind))
    if (named.reduce((sum, { values }) => sum + values.length, 0) > most) return message
  }
  const patterns = terms.flatMap(({ kind, values }) => (kind === 'email' ? values : []))
  const stars = patterns.map((pattern) => pattern.split(/\*+/).length - 1)
  if (stars.every((count) => count <= SEARCH_LIMITS.emailWildcards)) return null
  return `A user.email: pattern can have up to ${SEARCH_LIMITS.emailWildcards} wildcards (*). Remove some.`
}
