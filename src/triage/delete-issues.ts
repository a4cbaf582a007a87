import { findIssues } from '#storage/issue.ts'
import { deleteIssue, evictOldestEvents } from '#storage/issue-change.ts'
import { type ChangeDeps, inOrg, type Org, readScope } from './triage-deps.ts'

/** Event rows removed per transaction, so that the pipeline is not kept waiting by a large issue. */
const EVENTS_PER_STEP = 2_000

/**
 * Deletes issues, what is merged into them and all their events. Ids the organization does not have are
 * skipped. A large issue goes in steps, each of which leaves every count exact; stopped half-way, the
 * issues not reached yet are still there and can be deleted again.
 * @returns how many issues the ids named.
 */
export async function deleteIssues(deps: ChangeDeps, org: Org, ids: readonly string[]): Promise<number> {
  const issues = await findIssues(readScope(deps, org), ids)
  for (const issue of issues) {
    for (let left = issue.stored_event_count; left > EVENTS_PER_STEP; left -= EVENTS_PER_STEP) {
      await inOrg(deps, org, (scope) => evictOldestEvents(scope, issue.id, EVENTS_PER_STEP))
    }
    await inOrg(deps, org, (scope) => deleteIssue(scope, issue.id))
    const { uid: issueUid, project_uid: projectUid } = issue
    deps.live.issuesChanged(org.orgId, [{ issueUid, projectUid, change: 'deleted' }])
  }
  return issues.length
}
