import { LIMITS } from '#contract/limits.ts'
import type { IssueQuery, TermKind } from './query.ts'

const TERM_LIMITS: { kinds: TermKind[]; most: number; message: string }[] = [
  {
    kinds: ['email'],
    most: LIMITS.searchEmailTerms,
    message: `A search can have up to ${LIMITS.searchEmailTerms} user.email: terms. Remove some.`,
  },
  {
    kinds: [
      'environment',
      'release',
      'first_release',
      'regressed_in',
      'resolved_in',
      'browser',
      'os',
      'user',
      'tag',
    ],
    most: LIMITS.searchFacetTerms,
    message: `A search can have up to ${LIMITS.searchFacetTerms} env:, browser:, os:, user.id:, tag and release terms together. Remove some.`,
  },
  {
    kinds: ['text'],
    most: LIMITS.searchTextTerms,
    message: `A search can have up to ${LIMITS.searchTextTerms} words. Remove some, or put a phrase in quotes.`,
  },
]

/** Why a query costs too much to answer, in a sentence for the person who typed it; null if it can be answered. */
export function queryProblem({ terms }: IssueQuery): string | null {
  for (const { kinds, most, message } of TERM_LIMITS) {
    if (terms.filter(({ kind }) => kinds.includes(kind)).length > most) return message
  }
  const patterns = terms.flatMap(({ kind, values }) => (kind === 'email' ? values : []))
  const stars = patterns.map((pattern) => pattern.split(/\*+/).length - 1)
  if (stars.every((count) => count <= LIMITS.searchEmailWildcards)) return null
  return `A user.email: pattern can have up to ${LIMITS.searchEmailWildcards} wildcards (*). Remove some.`
}
