import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { userHash } from '#domain/event/user-identity.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'
import { type CompletionFilter, type CompletionValue, latestIssuesOf } from './completion.ts'

/** Events whose users are suggested: the newest ones of the issues seen last. */
const RECENT = { issues: 50, events: 20 }
/** Rows that are counted, of all suggested users together. */
const MOST_ROWS = 5000

/**
 * Users' IDs that start with `prefix` in any case, those with most issues first: of the newest events, and the one that
 * is typed, however old. People decide how many users there are: what is read does not depend on that.
 */
export async function completeUserId(
  scope: OrgScope,
  { prefix, projectId, limit }: CompletionFilter,
): Promise<CompletionValue[]> {
  const start = prefix.toLowerCase()
  const recent = await recentUserIds(scope, projectId)
  const matching = [prefix, ...recent].filter((id) => id !== '' && id.toLowerCase().startsWith(start))
  const counted = await countIssues(scope, [...new Set(matching)].slice(0, limit), projectId)
  return counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

/** Those of most issues seen last first. */
async function recentUserIds(scope: OrgScope, projectId: number | null): Promise<string[]> {
  const issues = await latestIssuesOf(scope, projectId, RECENT.issues).select('id').execute()
  if (issues.length === 0) return []
  const newest = issues.map(
    ({ id }) => sql`SELECT DISTINCT user_id FROM (SELECT user_id FROM event
      WHERE org_id = ${scope.orgId} AND issue_id = ${id}
      ORDER BY occurred_at DESC, event_id DESC LIMIT ${RECENT.events}) AS newest`,
  )
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM (${unionOf(newest)}) AS recent
    WHERE user_id IS NOT NULL GROUP BY user_id ORDER BY count(*) DESC, user_id`.execute(scope.db)
  return rows.map(({ user_id }) => user_id)
}

async function countIssues(
  scope: OrgScope,
  userIds: readonly string[],
  projectId: number | null,
): Promise<CompletionValue[]> {
  if (userIds.length === 0) return []
  const most = Math.ceil(MOST_ROWS / userIds.length)
  const counts = userIds.map(
    (
      id,
      place,
    ) => sql`SELECT CAST(${place} AS INTEGER) AS place, count(DISTINCT root_id) AS count, count(*) AS found
      FROM (SELECT coalesce(issue.merge_parent_id, issue.id) AS root_id FROM issue_user
        CROSS JOIN issue
        WHERE issue_user.org_id = ${scope.orgId} AND issue_user.user_hash = ${userHash(`id:${id}`)}
          AND issue.org_id = ${scope.orgId} AND issue.id = issue_user.issue_id AND ${isOfProject(scope, 'issue.project_id', projectId)}
        LIMIT ${most}) AS counted`,
  )
  const { rows } = await sql<{ place: number; count: number; found: number }>`${unionOf(counts)}`.execute(
    scope.db,
  )
  return rows.map(({ place, count, found }) => ({
    value: userIds[place]!,
    count: Math.min(count, LIMITS.completionCount),
    capped: found === most || count > LIMITS.completionCount,
  }))
}

function unionOf(statements: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([...statements], sql` UNION ALL `)
}
