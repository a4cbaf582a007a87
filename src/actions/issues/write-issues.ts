import type { OrgScope } from '#storage/engine/scope.ts'
import { requireStanding, type Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { IssueUpdate } from '../live/live-updates.ts'

export interface ChangedIssues<Result> {
  result: Result
  /** The issues that show something else than before. */
  updates: readonly IssueUpdate[]
}

/** Changes issues in one transaction, and tells those who watch them once it is committed. Someone who was removed or
 * signed out since the request was let in changes nothing.
 * @param work may run more than once; `now` is epoch ms. @throws unauthenticated, forbidden */
export async function writeIssues<Result>(
  deps: ChangeDeps,
  writer: Writer,
  work: (scope: OrgScope, now: number) => Promise<ChangedIssues<Result>>,
): Promise<Result> {
  const { result, updates } = await deps.database.inOrg(writer, async (scope) => {
    await requireStanding(scope, writer)
    return work(scope, deps.clock())
  })
  deps.live.issuesChanged(writer.orgId, updates)
  return result
}
