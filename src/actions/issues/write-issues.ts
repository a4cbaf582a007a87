import type { OrgScope } from '#storage/engine/scope.ts'
import type { ChangeDeps, Org } from '../action-deps.ts'
import type { IssueUpdate } from '../live/live-updates.ts'

export interface ChangedIssues<Result> {
  result: Result
  /** The issues that show something else than before. */
  updates: readonly IssueUpdate[]
}

/** Changes issues in one transaction, and tells those who watch them once it is committed.
 * @param work may run more than once; `now` is epoch ms. */
export async function writeIssues<Result>(
  deps: ChangeDeps,
  org: Org,
  work: (scope: OrgScope, now: number) => Promise<ChangedIssues<Result>>,
): Promise<Result> {
  const { result, updates } = await deps.database.inOrg(org, (scope) => work(scope, deps.clock()))
  deps.live.issuesChanged(org.orgId, updates)
  return result
}
