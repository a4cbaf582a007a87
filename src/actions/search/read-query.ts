import { invalidField } from '#contract/errors.ts'
import { queryNotes, tagKeysIn, withKnownTags } from '#domain/issue/known-tags.ts'
import { type IssueQuery, parseIssueQuery, withoutRepeats } from '#domain/issue/query.ts'
import { queryProblem } from '#domain/issue/query-limits.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { knownTagKeys } from '#storage/issue/tag.ts'

/** Reads a search as it was typed. @throws invalid_request for a search with too many terms. */
export function readQuery(q: string): IssueQuery {
  const query = withoutRepeats(parseIssueQuery(q))
  const problem = queryProblem(query)
  if (problem === null) return query
  throw invalidField('q', problem)
}

export async function settleQuery(
  scope: OrgScope,
  q: string,
  query: IssueQuery,
): Promise<{ query: IssueQuery; notes: string[] }> {
  const known = await knownTagKeys(scope, tagKeysIn(query))
  return { query: withKnownTags(query, known), notes: queryNotes(q, known) }
}
