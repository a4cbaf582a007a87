import { type Insertable, type Selectable, sql } from 'kysely'
import { slicesOf } from '#platform/slices.ts'
import { actorNames } from '../account/actor-name.ts'
import type { OrgScope } from '../engine/scope.ts'
import { keepNewest } from '../issue/keep-newest.ts'
import type { IssueFixTable } from '../schema/fix.ts'

const SHOWN = [
  'id',
  'issue_id',
  'state',
  'release',
  'commit_id',
  'url',
  'note',
  'actor_kind',
  'actor_id',
  'fixed_at',
  'watch_ms',
  'seen_at',
  'decided_at',
  'failed_in',
] as const

export type FixRow = Pick<Selectable<IssueFixTable>, (typeof SHOWN)[number]> & { actor_name: string | null }

export type NewFixRow = Omit<
  Insertable<IssueFixTable>,
  'id' | 'org_id' | 'is_current' | 'state' | 'seen_at' | 'decided_at' | 'failed_in'
>

/** The commits that fixed issues (row keys), whatever became of these fixes. */
export async function commitsOfFixes(
  scope: OrgScope,
  issueIds: readonly number[],
): Promise<{ issue_id: number; commit_id: string }[]> {
  if (issueIds.length === 0) return []
  return scope.db
    .selectFrom('issue_fix')
    .select(['issue_id', 'commit_id'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('commit_id', 'is not', null)
    .$narrowType<{ commit_id: string }>()
    .execute()
}

/** The last fixes of issues (row keys), by issue. */
export async function findFixes(scope: OrgScope, issueIds: readonly number[]): Promise<Map<number, FixRow>> {
  if (issueIds.length === 0) return new Map()
  const actor = actorNames(scope, { kind: 'issue_fix.actor_kind', id: 'issue_fix.actor_id' })
  const rows = await scope.db
    .selectFrom('issue_fix')
    .select([...SHOWN, actor.shown.as('actor_name')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('is_current', '=', 1)
    .execute()
  return new Map(rows.map((row) => [row.issue_id, row]))
}

const FIXES_PER_STATEMENT = 500
const FIXES_KEPT = 100

/** Adds fixes to watch; an issue keeps its newest 100. Retire the ones before, with the issues locked. */
export async function insertFixes(scope: OrgScope, fixes: readonly NewFixRow[]): Promise<void> {
  for (const some of slicesOf(fixes, FIXES_PER_STATEMENT)) {
    await scope.db
      .insertInto('issue_fix')
      .values(some.map((fix) => ({ ...fix, org_id: scope.orgId, is_current: 1, state: 'watching' })))
      .execute()
  }
  await keepNewest(scope, 'issue_fix', { issueIds: fixes.map(({ issue_id }) => issue_id), kept: FIXES_KEPT })
}

/** Ends the watch over fixes of issues (row keys): they were reopened, or have another fix. */
export async function retireFixes(scope: OrgScope, issueIds: readonly number[], now: number): Promise<void> {
  if (issueIds.length === 0) return
  const current = scope.db
    .updateTable('issue_fix')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('is_current', '=', 1)
  await current
    .set({ state: 'withdrawn', check_at: null, decided_at: now })
    .where('state', '=', 'watching')
    .execute()
  await current.set({ is_current: 0, check_at: null }).execute()
}

/** How the last fix of an issue stands. */
export type FixStand = Pick<FixRow, 'id' | 'state' | 'decided_at'> & { check_at: number | null }

/** Of issues (row keys) that have one. */
export async function fixStands(
  scope: OrgScope,
  issueIds: readonly number[],
): Promise<Map<number, FixStand>> {
  if (issueIds.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue_fix')
    .select(['issue_id', 'id', 'state', 'decided_at', 'check_at'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('is_current', '=', 1)
    .execute()
  return new Map(rows.map(({ issue_id, ...stand }) => [issue_id, stand as FixStand]))
}

/** Puts the fix back that an issue (row key) had, in place of the one it has now. Lock the issue first. */
export async function restoreFix(scope: OrgScope, issueId: number, stand: FixStand | null): Promise<void> {
  await scope.db
    .deleteFrom('issue_fix')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .where('is_current', '=', 1)
    .execute()
  if (stand === null) return
  const { id, ...columns } = stand
  await scope.db
    .updateTable('issue_fix')
    .set({ ...columns, is_current: 1 })
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .where('id', '=', id)
    .execute()
}

export type FixDetails = Partial<Pick<FixRow, 'commit_id' | 'url' | 'note'>>

export async function describeFix(scope: OrgScope, id: number, details: FixDetails): Promise<void> {
  if (Object.keys(details).length === 0) return
  await scope.db
    .updateTable('issue_fix')
    .set(details)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

export function failedFixes(orgId: number) {
  return sql<{ issue_id: number }>`(SELECT issue_fix.issue_id FROM issue_fix
    WHERE issue_fix.org_id = ${orgId} AND issue_fix.is_current = 1 AND issue_fix.state = 'still_failing')`
}
