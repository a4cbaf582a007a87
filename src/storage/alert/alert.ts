import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AlertDetails, AlertKind } from '#contract/alert/alert.ts'
import type { AlertView, IssueStatus } from '#contract/vocabulary.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject, isOfShownProject } from '../project/deletion.ts'
import type { AlertTable } from '../schema/rule.ts'

/** With the public ids of its project and shown issue, and that issue's state and assignee. */
export type AlertRow = Selectable<AlertTable> & {
  project_uid: string
  issue_uid: string | null
  issue_status: IssueStatus | null
  issue_event_count: number | null
  issue_user_count: number | null
  issue_first_seen_at: number | null
  assignee_id: string | null
  assignee_name: string | null
  assignee_email: string | null
}

interface AlertOf<Kind extends AlertKind> {
  kind: Kind
  projectId: number
  /** Null: about the project. */
  issueId: number | null
  title: string
  details: AlertDetails<Kind>
  /** Limits the alert to once per organization; null: each time. */
  dedupeKey: string | null
  firedAt: number
}

export type NewAlert = { [Kind in AlertKind]: AlertOf<Kind> }[AlertKind]

export interface AlertPlace {
  firedAt: number
  id: number
}

export interface AlertFilter {
  view: AlertView
  /** Null: all projects. */
  projectId: number | null
  /** Null: whatever it is about. */
  issueIds: readonly number[] | null
}

/** Raises alerts but those whose `dedupeKey` exists. @returns how many are new. */
export async function insertAlerts(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  alerts: readonly NewAlert[],
): Promise<number> {
  if (alerts.length === 0) return 0
  const rows = await scope.db
    .insertInto('alert')
    .values(alerts.map((alert) => columnsOf(scope.orgId, alert)))
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  return rows.length
}

function columnsOf(orgId: number, alert: NewAlert) {
  return {
    uid: randomUUID(),
    org_id: orgId,
    project_id: alert.projectId,
    issue_id: alert.issueId,
    rule_id: null,
    kind: alert.kind,
    title: alert.title,
    details: JSON.stringify(alert.details),
    dedupe_key: alert.dedupeKey,
    fired_at: alert.firedAt,
    read_at: null,
  }
}

/** Alerts newest first, at most `limit`, those after a place. */
export async function listAlerts(
  scope: OrgScope,
  filter: AlertFilter,
  { after, limit }: { after: AlertPlace | null; limit: number },
): Promise<AlertRow[]> {
  let query = alertRows(scope)
  if (filter.view === 'unread') query = query.where('alert.read_at', 'is', null)
  // As literals, which the indexes of unread and of ignored alerts are recognized by.
  if (filter.view === 'ignored') query = query.where('alert.ignored', '=', sql.lit(1))
  else if (filter.view !== 'all') query = query.where('alert.ignored', '=', sql.lit(0))
  if (filter.projectId !== null) query = query.where('alert.project_id', '=', filter.projectId)
  if (filter.issueIds !== null) query = query.where('alert.issue_id', 'in', filter.issueIds)
  if (after !== null) {
    query = query.where(sql<boolean>`(alert.fired_at, alert.id) < (${after.firedAt}, ${after.id})`)
  }
  return query.orderBy('alert.fired_at', 'desc').orderBy('alert.id', 'desc').limit(limit).execute()
}

export async function findAlert(scope: OrgScope, uid: string): Promise<AlertRow | undefined> {
  return alertRows(scope).where('alert.uid', '=', uid).executeTakeFirst()
}

export function countUnread(scope: OrgScope, limit: number): Promise<number> {
  const unread = scope.db
    .selectFrom('alert')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('read_at', 'is', null)
    .where('ignored', '=', sql.lit(0))
    .where(isOfShownProject(scope, 'alert.project_id'))
    .limit(limit)
  return countRows(scope, unread)
}

/** Changes an alert (row key); an alert read before keeps the time when it was. */
export async function updateAlert(
  scope: OrgScope,
  alertId: number,
  { read, ignored, now }: { read: boolean | undefined; ignored: boolean | undefined; now: number },
): Promise<void> {
  await scope.db
    .updateTable('alert')
    .set((eb) => ({
      ...(read !== undefined && { read_at: read ? eb.fn.coalesce('read_at', eb.val(now)) : null }),
      ...(ignored !== undefined && { ignored: ignored ? 1 : 0 }),
    }))
    .where('org_id', '=', scope.orgId)
    .where('id', '=', alertId)
    .execute()
}

/** Marks unread alerts as read, of one project or (null) all. @returns how many. */
export async function readAllAlerts(scope: OrgScope, projectId: number | null, now: number): Promise<number> {
  const result = await scope.db
    .updateTable('alert')
    .set({ read_at: now })
    .where('org_id', '=', scope.orgId)
    .where('read_at', 'is', null)
    .where('ignored', '=', sql.lit(0))
    .where(isOfProject(scope, 'alert.project_id', projectId))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

const ASSIGNEE = sql.raw('CASE WHEN root.id IS NULL THEN issue.assignee_id ELSE root.assignee_id END')

function alertRows(scope: OrgScope) {
  return scope.db
    .selectFrom('alert')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'alert.org_id')
        .onRef('project.id', '=', 'alert.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .leftJoin('issue', (join) =>
      join.onRef('issue.org_id', '=', 'alert.org_id').onRef('issue.id', '=', 'alert.issue_id'),
    )
    .leftJoin('issue as root', (join) =>
      join.onRef('root.org_id', '=', 'alert.org_id').onRef('root.id', '=', 'issue.merge_parent_id'),
    )
    .leftJoin('app_user as assignee', (join) => join.on(sql<boolean>`assignee.id = ${ASSIGNEE}`))
    .selectAll('alert')
    .select((eb) => [
      'project.uid as project_uid',
      eb.fn.coalesce('root.uid', 'issue.uid').as('issue_uid'),
      eb.fn.coalesce('root.status', 'issue.status').as('issue_status'),
      eb.fn.coalesce('root.event_count', 'issue.event_count').as('issue_event_count'),
      eb.fn.coalesce('root.unique_user_count', 'issue.unique_user_count').as('issue_user_count'),
      eb.fn.coalesce('root.first_seen_at', 'issue.first_seen_at').as('issue_first_seen_at'),
    ])
    .select([
      'assignee.id as assignee_id',
      'assignee.name as assignee_name',
      'assignee.email as assignee_email',
    ])
    .where('alert.org_id', '=', scope.orgId)
}
