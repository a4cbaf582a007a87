import { invalidField } from '#contract/errors.ts'
import { parseIssueQuery, withoutRepeats } from '#domain/search/query.ts'
import { withJoinedValues } from '#domain/search/query-groups.ts'
import { queryProblem } from '#domain/search/query-limits.ts'
import { assigneesIn, queryNotes, tagKeysIn, withKnownTags } from '#domain/search/query-notes.ts'
import type { IssueQuery } from '#domain/search/query-term.ts'
import { memberEmailsAmong } from '#storage/account/member.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { knownTagKeys } from '#storage/issue/tag.ts'

/** Reads a search as it was typed into a field. @throws invalid_request for a search with too many terms. */
export function readQuery(q: string, field = 'q'): IssueQuery {
  const query = withoutRepeats(parseIssueQuery(q))
  const problem = queryProblem(query)
  if (problem === null) return query
  throw invalidField(field, problem)
}

/** Makes text of unknown keys. The notes say what is unknown: keys, and members. */
export async function settleQuery(
  scope: OrgScope,
  q: string,
  query: IssueQuery,
): Promise<{ query: IssueQuery; notes: string[] }> {
  const tags = await knownTagKeys(scope, tagKeysIn(query))
  const assignees = assigneesIn(query)
  const members = assignees.length === 0 ? new Set<string>() : await memberEmailsAmong(scope, assignees)
  return { query: withJoinedValues(withKnownTags(query, tags)), notes: queryNotes(q, { tags, members }) }
}
