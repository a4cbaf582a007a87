import type { OrgScope } from '#storage/engine/scope.ts'
import { type IssueToChange, lockForChange } from '#storage/issue/change.ts'
import { actorOf, requireStanding, type Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { ChangedBy } from '../changed-by.ts'
import type { IssueUpdate } from '../live/live-updates.ts'
import { unknownIssue } from './require-issue.ts'

export interface ChangedIssues<Result> {
  result: Result
  /** The issues that show something else than before. */
  updates: readonly IssueUpdate[]
}

/** Changes issues in one transaction, and tells those who watch them once it is committed. Someone who was removed or
 * signed out since the request was let in changes nothing.
 * @param work may run more than once. @throws unauthenticated, forbidden */
export async function writeIssues<Result>(
  deps: ChangeDeps,
  writer: Writer,
  work: (scope: OrgScope, by: ChangedBy) => Promise<ChangedIssues<Result>>,
): Promise<Result> {
  const { result, updates } = await deps.database.inOrg(writer, async (scope) => {
    await requireStanding(scope, writer)
    return work(scope, { actor: actorOf(writer), now: deps.clock() })
  })
  deps.live.issuesChanged(writer.orgId, updates)
  return result
}

/** Work of `writeIssues` on one issue, locked; a merged one stands for its root. @throws not_found */
export function onIssue<Result>(
  uid: string,
  work: (scope: OrgScope, issue: IssueToChange, by: ChangedBy) => Promise<Result>,
): (scope: OrgScope, by: ChangedBy) => Promise<ChangedIssues<Result>> {
  return async (scope, by) => {
    const [issue] = await lockForChange(scope, [uid], by.now)
    if (!issue) throw unknownIssue()
    return { result: await work(scope, issue, by), updates: updatesOf([issue]) }
  }
}

export function updatesOf(issues: readonly Pick<IssueToChange, 'uid' | 'project_uid'>[]): IssueUpdate[] {
  return issues.map(({ uid, project_uid }) => ({ issueUid: uid, projectUid: project_uid }))
}
