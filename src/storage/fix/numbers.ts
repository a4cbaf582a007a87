import type { ActorKind, FixState } from '#contract/vocabulary.ts'
import { actorNames } from '../account/actor-name.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'

/** Since when issues (row keys) have been open, epoch ms: first seen, or last come back or reopened. */
export async function openSince(scope: OrgScope, issueIds: readonly number[]): Promise<Map<number, number>> {
  if (issueIds.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue')
    .select((eb) => [
      'issue.id',
      'issue.first_seen_at',
      eb
        .selectFrom('issue_activity')
        .select((line) => line.fn.max('issue_activity.at').as('at'))
        .where('issue_activity.org_id', '=', scope.orgId)
        .whereRef('issue_activity.issue_id', '=', 'issue.id')
        .where((line) =>
          line.or([
            line('issue_activity.kind', '=', 'regression'),
            line.and([
              line('issue_activity.kind', '=', 'status_changed'),
              // Ours, and always written with `from` first.
              line('issue_activity.details', 'like', '{"from":"resolved"%'),
            ]),
          ]),
        )
        .as('reopened_at'),
    ])
    .where('issue.org_id', '=', scope.orgId)
    .where('issue.id', 'in', issueIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.reopened_at ?? row.first_seen_at]))
}

export interface CountedFix {
  state: FixState
  actorKind: ActorKind
  actorId: string | null
  actorName: string | null
  openedAt: number
  fixedAt: number
}

/** Fixes since a time (epoch ms), of one project (row key) or all, newest first, at most `limit`. */
export async function listFixesSince(
  scope: OrgScope,
  { since, projectId }: { since: number; projectId: number | null },
  limit: number,
): Promise<CountedFix[]> {
  const actor = actorNames(scope, { kind: 'issue_fix.actor_kind', id: 'issue_fix.actor_id' })
  const fixes = scope.db
    .selectFrom('issue_fix')
    .innerJoin('issue', (join) =>
      join.onRef('issue.org_id', '=', 'issue_fix.org_id').onRef('issue.id', '=', 'issue_fix.issue_id'),
    )
    .where('issue_fix.org_id', '=', scope.orgId)
    .where('issue_fix.fixed_at', '>=', since)
    .where(isOfProject(scope, 'issue.project_id', projectId))
  const rows = await fixes
    .select([
      'issue_fix.state',
      'issue_fix.actor_kind as actorKind',
      'issue_fix.actor_id as actorId',
      actor.shown.as('actorName'),
      'issue_fix.opened_at as openedAt',
      'issue_fix.fixed_at as fixedAt',
    ])
    .orderBy('issue_fix.fixed_at', 'desc')
    .limit(limit)
    .execute()
  return rows as CountedFix[]
}
