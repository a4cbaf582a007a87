import type { Alert, AlertListQuery, AlertPage, AlertPatch } from '#contract/alert/alert.ts'
import { ServiceError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import {
  type AlertPlace,
  type AlertRow,
  countUnread,
  findAlert,
  listAlerts as listAlertRows,
  readAllAlerts as readAllAlertRows,
  updateAlert,
} from '#storage/alert/alert.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type Writer, writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { assigneeOf } from '../issues/summary.ts'
import { numberAfter, pageOf } from '../list-page.ts'
import type { LiveUpdates } from '../live/live-updates.ts'
import { projectKey } from '../projects/project-key.ts'

export interface AlertDeps extends ActionDeps {
  live: Pick<LiveUpdates, 'alertsChanged'>
}

const CURSOR_SORT = 'fired_at'

/** Newest first, with the unread count. @throws not_found; invalid_request for a foreign cursor. */
export async function listAlerts(deps: ActionDeps, org: Org, query: AlertListQuery): Promise<AlertPage> {
  const { view, issue_id: issueId, limit } = query
  const page = { after: placeOf(query.cursor), limit: limit + 1 }
  const { rows, unread } = await deps.database.snapshotOf(org, async (scope) => {
    const projectId = await projectKey(scope, query.project_id)
    const issueIds = issueId === undefined ? null : (await requireIssueFamily(scope, issueId)).ids
    return {
      rows: await listAlertRows(scope, { view, projectId, issueIds }, page),
      unread: await countUnread(scope, LIMITS.alertsUnreadExact),
    }
  })
  const { page: shown, nextCursor } = pageOf(rows, limit, ({ fired_at, id }) => ({
    sort: CURSOR_SORT,
    value: fired_at,
    id,
  }))
  return { alerts: shown.map(alertOf), next_cursor: nextCursor, unread_count: unread }
}

/** @returns the changed alert. @throws not_found, unauthenticated, forbidden */
export async function changeAlert(
  deps: AlertDeps,
  writer: Writer,
  { alertId, patch }: { alertId: string; patch: AlertPatch },
): Promise<Alert> {
  const changed = await writeAsMember(deps, writer, async (scope) => {
    const { id } = await requireAlert(scope, alertId)
    await updateAlert(scope, id, { read: patch.read, ignored: patch.ignored, now: deps.clock() })
    return requireAlert(scope, alertId)
  })
  deps.live.alertsChanged(writer.orgId, changed.project_uid)
  return alertOf(changed)
}

/** Of one project or all. @returns how many. @throws not_found for an unknown project; unauthenticated, forbidden */
export async function readAllAlerts(
  deps: AlertDeps,
  writer: Writer,
  projectUid: string | undefined,
): Promise<number> {
  const updated = await writeAsMember(deps, writer, async (scope) =>
    readAllAlertRows(scope, await projectKey(scope, projectUid), deps.clock()),
  )
  if (updated > 0) deps.live.alertsChanged(writer.orgId, projectUid ?? null)
  return updated
}

async function requireAlert(scope: OrgScope, uid: string): Promise<AlertRow> {
  const row = await findAlert(scope, uid)
  if (!row) throw new ServiceError('not_found', 'No alert has this ID.')
  return row
}

function alertOf(row: AlertRow): Alert {
  const common = {
    id: row.uid,
    project_id: row.project_uid,
    issue_id: row.issue_uid,
    rule_id: row.rule_id,
    title: row.title,
    fired_at: isoTime(row.fired_at),
    read_at: isoTimeOrNull(row.read_at),
    ignored: row.ignored === 1,
    issue: issueOf(row),
    assignee: assigneeOf(row),
  }
  // The two were typed together when they were written.
  return { ...common, kind: row.kind, details: JSON.parse(row.details) } as Alert
}

function issueOf(row: AlertRow): Alert['issue'] {
  const { issue_status, issue_event_count, issue_user_count, issue_first_seen_at } = row
  if (issue_status === null || issue_first_seen_at === null) return null
  return {
    status: issue_status,
    event_count: issue_event_count ?? 0,
    unique_user_count: issue_user_count ?? 0,
    first_seen_at: isoTime(issue_first_seen_at),
  }
}

function placeOf(cursor: string | undefined): AlertPlace | null {
  const place = numberAfter(cursor, CURSOR_SORT)
  return place && { firedAt: place.value, id: place.id }
}
