import type { BulkAction, IssueStatus } from '#contract/vocabulary.ts'
import { findIssueKeys, findIssues } from '#storage/issue.ts'
import { type ClaimedIssue, claimIssues } from '#storage/issue-change.ts'
import { applyStatusChange, knownReleases } from './status-change.ts'
import { type Actor, type ChangeDeps, inOrg, type Org } from './triage-deps.ts'

/**
 * Gives issues a status, all in one transaction. Ids the organization does not have are skipped; an issue that
 * is merged stands for the one it is merged into.
 * @returns how many issues the ids named, whether or not the status was new to them.
 */
export async function bulkChangeIssues(
  deps: ChangeDeps,
  org: Org,
  { ids, action, actor }: { ids: readonly string[]; action: BulkAction; actor: Actor },
): Promise<number> {
  const changed = await inOrg(deps, org, async (scope) => {
    const now = deps.clock()
    const status = statusOfAction(action)
    const issues = await claimIssues(scope, ids, now)
    const releases = status === 'resolved' ? await knownReleases(scope, projectsOf(issues)) : new Map()
    await applyStatusChange(scope, issues, { request: { status }, context: { actor, now, releases } })
    const claimed = issues.map(({ uid }) => uid)
    return { matched: await findIssueKeys(scope, ids), issues: await findIssues(scope, claimed) }
  })
  deps.live.issuesChanged(
    org.orgId,
    changed.issues.map(({ uid, project_uid }) => ({
      issueUid: uid,
      projectUid: project_uid,
      change: 'changed',
    })),
  )
  return changed.matched.size
}

function projectsOf(issues: ClaimedIssue[]): number[] {
  return issues.map((issue) => issue.project_id)
}

function statusOfAction(action: BulkAction): IssueStatus {
  switch (action) {
    case 'resolve':
      return 'resolved'
    case 'ignore':
      return 'ignored'
    case 'reopen':
      return 'unresolved'
    default:
      return action
  }
}
