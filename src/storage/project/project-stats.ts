import { sql } from 'kysely'
import type { BucketRange } from '#domain/issue/time-buckets.ts'
import type { OrgScope } from '../engine/scope.ts'
import { type IssueListFilter, matchingIssues } from '../search/list.ts'
import { lookUpQuery } from '../search/query-lookup.ts'

export interface ProjectBucket {
  projectId: number
  /** Place in the range, the oldest is 0. */
  bucket: number
  count: number
}

/** Events of every project's issues by their own hour, added up to the buckets of a range; in no order, none for zero. */
export async function sumProjectBuckets(
  { db, orgId }: OrgScope,
  { startHour, widthHours, count }: BucketRange,
): Promise<ProjectBucket[]> {
  // A number that is bound is a REAL in SQLite, and so would be the quotient.
  const { rows } = await sql<ProjectBucket>`
    SELECT project_id AS "projectId", (hour - CAST(${startHour} AS BIGINT)) / ${sql.lit(widthHours)} AS bucket, sum(event_count) AS count
    FROM project_hour
    WHERE org_id = ${orgId} AND hour >= ${startHour} AND hour < ${startHour + widthHours * count}
      AND project_id IN (SELECT id FROM project WHERE org_id = ${orgId} AND deleted_at IS NULL)
    GROUP BY 1, 2`.execute(db)
  return rows
}

/** Issues that a search finds, by project (row key); none for zero. */
export async function countIssuesByProject(
  scope: OrgScope,
  filter: Omit<IssueListFilter, 'projectId'>,
): Promise<Map<number, number>> {
  const ofAll = { ...filter, projectId: null }
  const lookup = await lookUpQuery(scope, ofAll)
  // Without the plus, SQLite reads all issues in the order of projects.
  const project = sql<number>`+issue.project_id`
  const rows = await matchingIssues(scope, { ...ofAll, lookup })
    .select((eb) => [project.as('project_id'), eb.fn.countAll<number>().as('count')])
    .groupBy(project)
    .execute()
  return new Map(rows.map(({ project_id, count }) => [project_id, count]))
}

export interface ProjectLatest {
  id: number
  uid: string
  /** Epoch ms; null without issues. */
  last_seen_at: number | null
  /** The release first seen last that is not hidden. */
  latest_release: string | null
}

/** When each project had its latest event, and its latest release, by name. */
export async function listLatest({ db, orgId }: OrgScope): Promise<ProjectLatest[]> {
  return db
    .selectFrom('project')
    .select((eb) => [
      'project.id',
      'project.uid',
      eb
        .selectFrom('issue')
        .select('issue.last_seen_at')
        .where('issue.org_id', '=', orgId)
        .whereRef('issue.project_id', '=', 'project.id')
        .where('issue.merge_parent_id', 'is', null)
        .orderBy('issue.last_seen_at', 'desc')
        .orderBy('issue.id', 'desc')
        .limit(1)
        .as('last_seen_at'),
      eb
        .selectFrom('release')
        .select('release.version')
        .where('release.org_id', '=', orgId)
        .whereRef('release.project_id', '=', 'project.id')
        .where('release.hidden_at', 'is', null)
        .orderBy('release.first_seen_at', 'desc')
        .orderBy('release.id', 'desc')
        .limit(1)
        .as('latest_release'),
    ])
    .where('project.org_id', '=', orgId)
    .where('project.deleted_at', 'is', null)
    .orderBy('project.name')
    .orderBy('project.id')
    .execute()
}
