import type { Insertable } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ActivityKind, ActorKind } from '#contract/vocabulary.ts'
import { slicesOf } from '#platform/slices.ts'
import { actorNames } from '../account/actor-name.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { IssueActivityTable } from '../schema/schema.ts'
import { keepNewest } from './keep-newest.ts'

export interface ActivityRow {
  id: number
  at: number
  actor_kind: ActorKind
  actor_id: string | null
  /** A user's name, or a token's label and its creator's e-mail; null if they are gone. */
  actor_name: string | null
  actor_email: string | null
  kind: ActivityKind
  details: string
  issue_uid: string
}

export type NewActivity = Omit<Insertable<IssueActivityTable>, 'id' | 'org_id'>

/** What the service itself did to an issue (row key), at a time (epoch ms). */
export function systemLine(
  issueId: number,
  at: number,
  { kind, details }: { kind: ActivityKind; details: object },
): NewActivity {
  return {
    issue_id: issueId,
    at,
    actor_kind: 'system',
    actor_id: null,
    kind,
    details: JSON.stringify(details),
  }
}

const LINES_PER_STATEMENT = 500

/** An issue keeps its newest lines, as many as are ever shown. */
export async function insertActivity(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  lines: readonly NewActivity[],
): Promise<void> {
  for (const some of slicesOf(lines, LINES_PER_STATEMENT)) {
    await scope.db
      .insertInto('issue_activity')
      .values(some.map((line) => ({ ...line, org_id: scope.orgId })))
      .execute()
  }
  const issueIds = [...new Set(lines.map(({ issue_id }) => issue_id))]
  await keepNewest(scope, 'issue_activity', { issueIds, kept: LIMITS.activityShown })
}

const STATE_KINDS: ActivityKind[] = [
  'status_changed',
  'resolved_in_release_changed',
  'regression',
  'snoozed',
  'snooze_ended',
]
/** Ours, and always written with it first; `openSince` looks for what else may be first. */
const UNDONE = '{"undone":true'

export type StateLine = Pick<ActivityRow, 'id' | 'actor_kind' | 'actor_id' | 'details'> & { issue_id: number }

/** The latest change of status or snooze of each issue (row keys) that was not taken back, or the latest of these kinds. */
export async function latestStateLines(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  issueIds: readonly number[],
  kinds: readonly ActivityKind[] = STATE_KINDS,
): Promise<StateLine[]> {
  if (issueIds.length === 0) return []
  return scope.db
    .selectFrom('issue_activity')
    .select(['id', 'issue_id', 'actor_kind', 'actor_id', 'details'])
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('issue_activity as line')
        .select((line) => line.fn.max('line.id').as('id'))
        .where('line.org_id', '=', scope.orgId)
        .where('line.issue_id', 'in', issueIds)
        .where('line.kind', 'in', kinds)
        .where('line.details', 'not like', `${UNDONE}%`)
        .groupBy('line.issue_id'),
    )
    .execute()
}

/** Says of a line that what it tells of was taken back. */
export async function markUndone(scope: OrgScope, { id, details }: StateLine): Promise<void> {
  const { undo, ...told } = JSON.parse(details)
  await scope.db
    .updateTable('issue_activity')
    .set({ details: JSON.stringify({ undone: true, ...told }) })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

/** Histories of these issues together, newest first, at most `limit` lines. */
export async function listActivity(
  scope: OrgScope,
  issueIds: readonly number[],
  limit: number,
): Promise<ActivityRow[]> {
  const actor = actorNames(scope, { kind: 'issue_activity.actor_kind', id: 'issue_activity.actor_id' })
  return scope.db
    .selectFrom('issue_activity')
    .innerJoin('issue', (join) =>
      join
        .onRef('issue.org_id', '=', 'issue_activity.org_id')
        .onRef('issue.id', '=', 'issue_activity.issue_id'),
    )
    .select([
      'issue_activity.id',
      'issue_activity.at',
      'issue_activity.actor_kind',
      'issue_activity.actor_id',
      actor.name.as('actor_name'),
      actor.email.as('actor_email'),
      'issue_activity.kind',
      'issue_activity.details',
      'issue.uid as issue_uid',
    ])
    .where('issue_activity.org_id', '=', scope.orgId)
    .where('issue_activity.issue_id', 'in', issueIds)
    .orderBy('issue_activity.id', 'desc')
    .limit(limit)
    .execute()
}
