import { sql } from 'kysely'
import { epochDay } from '#contract/time.ts'
import type { IssueStatus } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Only the issues seen last are looked at: days of these are read in no time. */
const LOOKED_AT = 2000

export interface PreviewRange {
  projectId: number
  from: number
}

export interface PreviewIssue {
  id: number
  uid: string
  title: string
  status: IssueStatus
  assigneeId: string | null
  /** Row keys, its own among them, with the text of each. */
  members: { id: number; text: string }[]
}

/** A project's issues with the most events, at least `least`; no ignored ones. */
export async function busiestIssues(
  scope: OrgScope,
  { projectId, from }: PreviewRange,
  { least, limit }: { least: number; limit: number },
): Promise<PreviewIssue[]> {
  const { rows } = await sql<{ root: number }>`
    SELECT coalesce(seen.merge_parent_id, seen.id) AS root FROM (
      SELECT id, merge_parent_id FROM issue
      WHERE org_id = ${scope.orgId} AND project_id = ${projectId} AND last_seen_at >= ${from}
      ORDER BY last_seen_at DESC LIMIT ${LOOKED_AT}) AS seen
    JOIN issue_day AS day ON day.org_id = ${scope.orgId} AND day.issue_id = seen.id
      AND day.day >= ${epochDay(from)}
    GROUP BY coalesce(seen.merge_parent_id, seen.id) HAVING sum(day.event_count) >= ${least}
    ORDER BY sum(day.event_count) DESC, 1 LIMIT ${limit}`.execute(scope.db)
  if (rows.length === 0) return []
  return readIssues(
    scope,
    rows.map(({ root }) => root),
    from,
  )
}

async function readIssues(scope: OrgScope, rootIds: number[], from: number): Promise<PreviewIssue[]> {
  const rows = await scope.db
    .selectFrom('issue')
    .select(['id', 'uid', 'title', 'status', 'assignee_id', 'merge_parent_id', 'search_text'])
    .where('org_id', '=', scope.orgId)
    .where((eb) =>
      eb.or([
        eb('id', 'in', rootIds),
        eb.and([eb('merge_parent_id', 'in', rootIds), eb('last_seen_at', '>=', from)]),
      ]),
    )
    .where('status', '<>', 'ignored')
    .orderBy('last_seen_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const members = Map.groupBy(rows, ({ id, merge_parent_id }) => merge_parent_id ?? id)
  return rows
    .filter(({ merge_parent_id }) => merge_parent_id === null)
    .sort((a, b) => rootIds.indexOf(a.id) - rootIds.indexOf(b.id))
    .map(({ id, uid, title, status, assignee_id }) => ({
      id,
      uid,
      title,
      status,
      assigneeId: assignee_id,
      members: (members.get(id) ?? []).map((member) => ({ id: member.id, text: member.search_text })),
    }))
}

export interface PreviewEvent {
  issue_id: number
  received_at: number
  level: string
  environment: string
  release: string
  browser_name: string | null
  os_name: string | null
  user_id: string | null
  user_email: string | null
}

/** The latest stored events of an issue (row key) that were received since a moment, at most `limit`. */
export async function latestEvents(
  scope: OrgScope,
  issueId: number,
  { from, limit }: { from: number; limit: number },
): Promise<PreviewEvent[]> {
  return scope.db
    .selectFrom('event')
    .select(['issue_id', 'received_at', 'level', 'environment', 'release'])
    .select(['browser_name', 'os_name', 'user_id', 'user_email'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .where('received_at', '>=', from)
    .orderBy('occurred_at', 'desc')
    .limit(limit)
    .execute()
}

/** Events of issues (row keys) since an epoch hour that have no row: they were only counted, or evicted. */
export async function countUnstored(
  scope: OrgScope,
  issueIds: readonly number[],
  sinceHour: number,
): Promise<number> {
  if (issueIds.length === 0) return 0
  const row = await scope.db
    .selectFrom('issue_hour')
    .select((eb) => eb.fn.sum<number | null>(sql<number>`event_count - stored_event_count`).as('count'))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('hour', '>=', sinceHour)
    .executeTakeFirstOrThrow()
  return Number(row.count ?? 0)
}
