import { sql } from 'kysely'
import type { QueryTerm } from '#domain/search/query-term.ts'
import { searchedForm } from '#domain/text/search-text.ts'
import { countRows } from '../engine/count-rows.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'
import { containsText, withinTime } from './text-match.ts'

/** Messages that are searched, those of the newest issues first. */
const MOST_MESSAGES = 20_000
/** Issues that one text can find by them. */
const MOST_ISSUES = 1000

export interface EarlierMessages {
  /** Issues that the list shows, by the text that they or issues merged into them once said. */
  earlier: ReadonlyMap<QueryTerm, readonly number[]>
  isCut: boolean
}

/** Looks for texts in the messages that issues have no room for in their own row: few issues have any. */
export async function findEarlierMessages(
  scope: OrgScope,
  texts: readonly QueryTerm[],
  projectId: number | null,
): Promise<EarlierMessages> {
  const count = texts.length === 0 ? 0 : await countMessages(scope)
  const earlier = new Map<QueryTerm, readonly number[]>()
  let isCut = count > MOST_MESSAGES
  if (count === 0) return { earlier, isCut }
  for (const term of texts) {
    const found = await issuesThatSaid(scope, searchedForm(term.values[0]!), projectId)
    isCut ||= found.length > MOST_ISSUES
    earlier.set(term, found.slice(0, MOST_ISSUES))
  }
  return { earlier, isCut }
}

function countMessages(scope: OrgScope): Promise<number> {
  const messages = scope.db.selectFrom('issue_message').select('issue_id').where('org_id', '=', scope.orgId)
  return countRows(scope, messages.limit(MOST_MESSAGES + 1))
}

async function issuesThatSaid(scope: OrgScope, text: string, projectId: number | null): Promise<number[]> {
  const dialect = dialectOf(scope)
  const newest = scope.db
    .selectFrom('issue_message')
    .select(['issue_id', 'text'])
    .where('org_id', '=', scope.orgId)
    .orderBy('issue_id', 'desc')
    .limit(MOST_MESSAGES)
  // Each issue once before it is looked up: PostgreSQL does that for each of its messages otherwise.
  const said = scope.db
    .selectFrom(newest.as('newest'))
    .select('newest.issue_id')
    .distinct()
    .where(containsText(dialect, 'newest.text', text))
    .where(withinTime(dialect, 'newest.issue_id'))
  let found = scope.db
    .selectFrom(said.as('said'))
    .innerJoin('issue', 'issue.id', 'said.issue_id')
    .select(sql<number>`coalesce(issue.merge_parent_id, issue.id)`.as('id'))
    .distinct()
    .where('issue.org_id', '=', scope.orgId)
    .limit(MOST_ISSUES + 1)
  if (projectId !== null) found = found.where('issue.project_id', '=', projectId)
  return (await found.execute()).map(({ id }) => id)
}
