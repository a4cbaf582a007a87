import { hasMoreEvents } from '#storage/event.ts'
import { evictEvents } from '#storage/event-eviction.ts'
import { deleteFeedback } from '#storage/feedback.ts'
import { findIssues, findMergedKeys, type IssueRow } from '#storage/issue.ts'
import { deleteIssue } from '#storage/issue-change.ts'
import { type ChangeDeps, inOrg, type Org, readScope } from './triage-deps.ts'

/** Event rows removed per transaction, so that the pipeline is not kept waiting by a large issue. */
const EVENTS_PER_STEP = 2_000

/**
 * Deletes issues, what is merged into them, all their events and what people said about these. Ids the organization does not have are
 * skipped. A large issue goes in steps, each of which leaves every count exact; stopped half-way, the
 * issues not reached yet are still there and can be deleted again.
 * @returns how many issues the ids named.
 */
export async function deleteIssues(deps: ChangeDeps, org: Org, ids: readonly string[]): Promise<number> {
  const scope = readScope(deps, org)
  const issues = await findIssues(scope, ids)
  for (const issue of issues) {
    const merged = await findMergedKeys(scope, [issue.id])
    for (const { id } of [...merged, issue]) await evictAll(deps, org, { issueId: id, issue })
    await inOrg(deps, org, (tx) => deleteIssue(tx, issue.id, deps.clock()))
    const { uid: issueUid, project_uid: projectUid } = issue
    deps.live.issuesChanged(org.orgId, [{ issueUid, projectUid, change: 'deleted' }])
  }
  return issues.length
}

/** Evicts the events of a large issue (row key), or of what is merged into it; what is left goes with the row. */
async function evictAll(
  deps: ChangeDeps,
  org: Org,
  { issueId, issue }: { issueId: number; issue: IssueRow },
): Promise<void> {
  const limit = EVENTS_PER_STEP
  const subject = { projectId: issue.project_id, issueIds: [issueId], oldest: limit }
  while (await hasMoreEvents(readScope(deps, org), issueId, limit)) {
    await inOrg(deps, org, async (tx) => {
      await deleteFeedback(tx, subject)
      await evictEvents(tx, { issueId, before: null, limit })
    })
  }
}
