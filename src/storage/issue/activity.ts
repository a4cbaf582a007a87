import type { Insertable } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ActivityKind, ActorKind } from '#contract/vocabulary.ts'
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

const LINES_PER_STATEMENT = 500

/** An issue keeps its newest lines, as many as are ever shown. */
export async function insertActivity(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  lines: readonly NewActivity[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_PER_STATEMENT) {
    const some = lines.slice(at, at + LINES_PER_STATEMENT)
    await scope.db
      .insertInto('issue_activity')
      .values(some.map((line) => ({ ...line, org_id: scope.orgId })))
      .execute()
  }
  const issueIds = [...new Set(lines.map(({ issue_id }) => issue_id))]
  await keepNewest(scope, 'issue_activity', { issueIds, kept: LIMITS.activityShown })
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
