import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { recountTags } from './tag.ts'

/** Shapes of errors by which an issue with recent events is found for records without a body. */
const MOST_PREVIEWS = 1_000

export interface OldLinks {
  issueIds: readonly number[]
  /** Epoch ms; no event before is stored. */
  before: number
  /** About the most rows that are deleted from each table. */
  limit: number
}

/**
 * Deletes addresses, tag values and messages that only evicted events had, and links too old or past 1,000 an issue.
 * The next event of a shape links again. Lock the issues before. @returns true if more may be left.
 */
export async function dropOldLinks(scope: OrgScope, { issueIds, before, limit }: OldLinks): Promise<boolean> {
  if (issueIds.length === 0) return false
  const ids = sql.join(issueIds)
  const emails = await sql`DELETE FROM issue_email WHERE org_id = ${scope.orgId} AND (email, issue_id) IN (
    SELECT email, issue_id FROM issue_email
    WHERE org_id = ${scope.orgId} AND issue_id IN (${ids}) AND seen_day < ${Math.floor(before / 86_400_000)}
    LIMIT ${limit})`.execute(scope.db)
  const tags =
    await sql`DELETE FROM issue_tag WHERE org_id = ${scope.orgId} AND (issue_id, tag_key, value) IN (
    SELECT issue_id, tag_key, value FROM issue_tag
    WHERE org_id = ${scope.orgId} AND issue_id IN (${ids}) AND seen_day < ${Math.floor(before / 86_400_000)}
    LIMIT ${limit})`.execute(scope.db)
  if (Number(tags.numAffectedRows ?? 0n) > 0) await recountTags(scope, issueIds)
  const messages =
    await sql`DELETE FROM issue_message WHERE org_id = ${scope.orgId} AND (issue_id, shape) IN (
    SELECT issue_id, shape FROM issue_message
    WHERE org_id = ${scope.orgId} AND issue_id IN (${ids}) AND seen_day < ${Math.floor(before / 86_400_000)}
    LIMIT ${limit})`.execute(scope.db)
  const previews =
    await sql`DELETE FROM issue_preview WHERE org_id = ${scope.orgId} AND (project_id, preview) IN (
    SELECT project_id, preview FROM (
      SELECT issue_preview.project_id, preview, last_seen_at,
        row_number() OVER (PARTITION BY issue_id ORDER BY linked_day DESC, preview) AS place
      FROM issue_preview JOIN issue ON issue.org_id = issue_preview.org_id AND issue.id = issue_preview.issue_id
      WHERE issue_preview.org_id = ${scope.orgId} AND issue_id IN (${ids})
    ) AS ranked WHERE place > ${MOST_PREVIEWS} OR last_seen_at < ${before}
    LIMIT ${limit})`.execute(scope.db)
  return [emails, tags, messages, previews].some(
    ({ numAffectedRows }) => Number(numAffectedRows ?? 0n) >= limit,
  )
}
