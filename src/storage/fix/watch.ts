import { sql } from 'kysely'
import type { FixState } from '#contract/vocabulary.ts'
import type { After } from '#platform/background.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'

export interface DueFix extends OrgKey {
  id: number
  issueUid: string
  dueAt: number
}

/** Watched fixes that are due, the longest due first, behind `last`. Runs for the service itself, across organizations. */
export async function listDueFixes(
  db: Queries,
  now: number,
  { last, limit }: After<DueFix>,
): Promise<DueFix[]> {
  return db
    .selectFrom('issue_fix')
    .innerJoin('issue', (join) =>
      join.onRef('issue.org_id', '=', 'issue_fix.org_id').onRef('issue.id', '=', 'issue_fix.issue_id'),
    )
    .innerJoin('org', 'org.id', 'issue_fix.org_id')
    .select(['issue_fix.id', 'issue.uid as issueUid', 'org.id as orgId', 'org.uid as orgUid'])
    .select((eb) => eb.ref('issue_fix.check_at').$notNull().as('dueAt'))
    .where('issue_fix.check_at', '<=', now)
    .$if(last !== undefined, (due) =>
      due.where(sql<boolean>`(issue_fix.check_at, issue_fix.id) > (${last?.dueAt}, ${last?.id})`),
    )
    .orderBy('issue_fix.check_at')
    .orderBy('issue_fix.id')
    .limit(limit)
    .execute()
}

export async function postponeFix(
  scope: OrgScope,
  id: number,
  { seenAt, checkAt }: { seenAt: number | null; checkAt: number },
): Promise<void> {
  await scope.db
    .updateTable('issue_fix')
    .set({ seen_at: seenAt, check_at: checkAt })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('state', '=', 'watching')
    .execute()
}

/** Says of a watched fix (row key) what came of it. Lock its issue before. @returns false if it is not watched. */
export async function decideFix(
  scope: OrgScope,
  id: number,
  { state, now }: { state: FixState; now: number },
): Promise<boolean> {
  const decided = await scope.db
    .updateTable('issue_fix')
    .set({ state, decided_at: now, check_at: null })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('state', '=', 'watching')
    .returning('id')
    .execute()
  return decided.length > 0
}
