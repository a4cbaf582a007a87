import { termsIn } from '#domain/search/query-groups.ts'
import type { IssueQuery, QueryGroup, QueryTerm } from '#domain/search/query-term.ts'
import { isOfOtherTable, type QueryLookup, wayOf } from './query-lookup.ts'

/** Whether every part of a query is met by many issues, as far as the look-ups told. */
export function isOften(lookup: QueryLookup, { terms, groups }: IssueQuery): boolean {
  return (
    terms.every((term) => isOftenMet(lookup, term)) &&
    groups.every((group) => lookup.commonGroups.has(group) && !needsSets(lookup, group))
  )
}

/** Each probe would make its sets again. */
function needsSets(lookup: QueryLookup, group: QueryGroup): boolean {
  return group.flatMap(termsIn).some((term) => isOfOtherTable(term) && wayOf(lookup, term) !== 'each')
}

function isOftenMet(lookup: QueryLookup, term: QueryTerm): boolean {
  if (term.kind === 'text') return lookup.commonTexts.has(term)
  return wayOf(lookup, term) === 'each' || (term.negated && lookup.few.has(term))
}
