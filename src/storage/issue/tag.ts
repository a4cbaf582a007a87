import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { dialectOf, withinTime } from '../search/text-match.ts'
import type { CompletionFilter, CompletionValue } from './facet.ts'
import { issueKeysOf } from './issue.ts'

/** Which of these tags any issue of the organization has. */
export async function knownTagKeys(scope: OrgScope, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const key of keys) {
    const row = await scope.db
      .selectFrom('issue_tag_key')
      .select('issue_id')
      .where('org_id', '=', scope.orgId)
      .where('tag_key', '=', key)
      .limit(1)
      .executeTakeFirst()
    if (row) known.add(key)
  }
  return known
}

/** Names or values that a completion chooses among: those that follow what is typed, in order. */
const MOST_NAMES = 100
/** A count of a completion goes no further. */
const MOST_COUNTED = 500

/** Names of tags that begin with what is typed, those of most issues first, counted up to 500. */
export function completeTagKey(scope: OrgScope, filter: CompletionFilter): Promise<CompletionValue[]> {
  return complete(scope, { table: 'issue_tag_key', column: 'tag_key', key: null }, filter)
}

/** Values of a tag that begin with what is typed, those of most issues first, counted up to 500. */
export function completeTag(
  scope: OrgScope,
  key: string,
  filter: CompletionFilter,
): Promise<CompletionValue[]> {
  return complete(scope, { table: 'issue_tag', column: 'value', key }, filter)
}

interface Completed {
  table: 'issue_tag' | 'issue_tag_key'
  column: 'value' | 'tag_key'
  /** The tag whose values are completed; null for tags themselves. */
  key: string | null
}

/**
 * Goes from one text to the next in the index, so that a text that many issues have costs as little as a rare one, and
 * then counts the issues of each.
 */
async function complete(
  scope: OrgScope,
  { table, column, key }: Completed,
  { prefix, limit, projectId }: CompletionFilter,
): Promise<CompletionValue[]> {
  const [rows, text] = [sql.table(table), sql.ref(column)]
  const own = sql`org_id = ${scope.orgId}${key === null ? sql`` : sql` AND tag_key = ${key}`}`
  const end = sql`${text} < ${`${prefix}\u{10FFFF}`}`
  const ofProject = projectId === null ? sql`` : sql` AND issue_id IN ${issueKeysOf(scope, [projectId])}`
  const { rows: found } = await sql<CompletionValue>`
    WITH RECURSIVE name (text, place) AS (
      SELECT min(${text}), 1 FROM ${rows} WHERE ${own} AND ${text} >= ${prefix} AND ${end}
      UNION ALL
      SELECT (SELECT min(${text}) FROM ${rows} WHERE ${own} AND ${text} > name.text AND ${end}), place + 1
      FROM name WHERE name.text IS NOT NULL AND place < ${MOST_NAMES})
    SELECT text AS value, (SELECT count(*) FROM (
      SELECT 1 FROM ${rows} WHERE ${own} AND ${text} = name.text${ofProject} AND ${withinTime(dialectOf(scope))}
      LIMIT ${MOST_COUNTED}) AS counted) AS count
    FROM name WHERE text IS NOT NULL
    ORDER BY 2 DESC, 1`.execute(scope.db)
  return found.filter(({ count }) => count > 0).slice(0, limit)
}

/** Makes the numbers of values of these issues' tags again, once some were deleted. Lock the issues before. */
export async function recountTags(scope: OrgScope, issueIds: readonly number[]): Promise<void> {
  const ofIssues = sql`org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)})`
  await sql`UPDATE issue_tag_key SET value_count = (SELECT count(*) FROM issue_tag
    WHERE issue_tag.org_id = issue_tag_key.org_id AND issue_tag.issue_id = issue_tag_key.issue_id
      AND issue_tag.tag_key = issue_tag_key.tag_key) WHERE ${ofIssues}`.execute(scope.db)
  await sql`DELETE FROM issue_tag_key WHERE ${ofIssues} AND value_count = 0`.execute(scope.db)
}
