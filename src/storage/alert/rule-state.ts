import { beginState, LONGEST_HISTORY_MS, mergeStates } from '#domain/alert/rule-state.ts'
import type { OrgScope } from '../engine/scope.ts'

export interface StatePage {
  /** Issues (row keys) after this one; 0 for the first. */
  after: number
  limit: number
  now: number
}

/** Deletes a page's expired rule states, in a transaction. @returns the last issue; null at the end. */
export async function dropExpiredStates(
  scope: OrgScope,
  { after, limit, now }: StatePage,
): Promise<number | null> {
  const page = await scope.db
    .selectFrom('issue_rule_state')
    .select(['issue_id', 'expires_at'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '>', after)
    .orderBy('issue_id')
    .limit(limit)
    .execute()
  const expired = page.filter(({ expires_at }) => expires_at < now).map(({ issue_id }) => issue_id)
  if (expired.length > 0) {
    await scope.db
      .deleteFrom('issue_rule_state')
      .where('org_id', '=', scope.orgId)
      .where('issue_id', 'in', expired)
      // An event may have come meanwhile.
      .where('expires_at', '<', now)
      .execute()
  }
  return page.length < limit ? null : page.at(-1)!.issue_id
}

/** Adds rule counts of merged issues to those of their root. Lock the issues before. */
export async function mergeRuleStates(
  scope: OrgScope,
  issueIds: readonly number[],
  rootId: number,
): Promise<void> {
  const rows = await scope.db
    .selectFrom('issue_rule_state')
    .select(['issue_id', 'state', 'expires_at'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', [...issueIds, rootId])
    .execute()
  if (rows.every(({ issue_id }) => issue_id === rootId)) return
  const state = mergeStates(rows.map((row) => row.state))
  await scope.db
    .deleteFrom('issue_rule_state')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', [...issueIds, rootId])
    .execute()
  const expiresAt = Math.max(...rows.map(({ expires_at }) => expires_at))
  await scope.db
    .insertInto('issue_rule_state')
    .values({ org_id: scope.orgId, issue_id: rootId, state, expires_at: expiresAt })
    .execute()
}

/** Starts rule counts of split-off issues; recent counts stay with the old root. Lock the issues before. */
export async function beginRuleStates(
  scope: OrgScope,
  issueIds: readonly number[],
  now: number,
): Promise<void> {
  const state = beginState(now)
  const expires_at = now + LONGEST_HISTORY_MS
  const rows = issueIds.map((issue_id) => ({ org_id: scope.orgId, issue_id, state, expires_at }))
  await scope.db
    .insertInto('issue_rule_state')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'issue_id']).doUpdateSet({ state, expires_at }))
    .execute()
}
