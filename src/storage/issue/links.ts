import { sql } from 'kysely'
import { epochDay } from '#contract/time.ts'
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
export async function dropOldLinks(scope: OrgScope, old: OldLinks): Promise<boolean> {
  if (old.issueIds.length === 0) return false
  const emails = await dropUnseen(scope, { table: 'issue_email', key: ['email', 'issue_id'] }, old)
  const tags = await dropUnseen(scope, { table: 'issue_tag', key: ['issue_id', 'tag_key', 'value'] }, old)
  if (tags > 0) await recountTags(scope, old.issueIds)
  const messages = await dropUnseen(scope, { table: 'issue_message', key: ['issue_id', 'shape'] }, old)
  const previews = await dropPreviews(scope, old)
  return [emails, tags, messages, previews].some((count) => count >= old.limit)
}

interface SeenTable {
  table: 'issue_email' | 'issue_tag' | 'issue_message'
  key: readonly string[]
}

async function dropUnseen(
  scope: OrgScope,
  { table, key }: SeenTable,
  { issueIds, before, limit }: OldLinks,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } =
    await sql`DELETE FROM ${sql.table(table)} WHERE org_id = ${scope.orgId} AND (${columns}) IN (
    SELECT ${columns} FROM ${sql.table(table)}
    WHERE org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)}) AND seen_day < ${epochDay(before)}
    LIMIT ${limit})`.execute(scope.db)
  return Number(numAffectedRows ?? 0n)
}

async function dropPreviews(scope: OrgScope, { issueIds, before, limit }: OldLinks): Promise<number> {
  const { numAffectedRows } =
    await sql`DELETE FROM issue_preview WHERE org_id = ${scope.orgId} AND (project_id, preview) IN (
    SELECT project_id, preview FROM (
      SELECT issue_preview.project_id, preview, last_seen_at,
        row_number() OVER (PARTITION BY issue_id ORDER BY linked_day DESC, preview) AS place
      FROM issue_preview JOIN issue ON issue.org_id = issue_preview.org_id AND issue.id = issue_preview.issue_id
      WHERE issue_preview.org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)})
    ) AS ranked WHERE place > ${MOST_PREVIEWS} OR last_seen_at < ${before}
    LIMIT ${limit})`.execute(scope.db)
  return Number(numAffectedRows ?? 0n)
}
