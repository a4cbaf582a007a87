import type { OrgScope } from '#storage/engine/scope.ts'
import { commitsOfFixes } from '#storage/fix/fix.ts'
import { type IssueToChange, lockForChange } from '#storage/issue/change.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { changeStatuses } from '../issues/status-change.ts'
import { updatesOf, writeIssues } from '../issues/write-issues.ts'

/** Issues of one release that are resolved because of what commits say. */
const MOST_ISSUES = 100

export interface FixingCommit {
  id: string
  message: string
  /** Public IDs of issues. */
  fixes: readonly string[]
}

/** Resolves issues in the release that has the commits which fix them, and watches these fixes. What is resolved already
 * stays as it is, and what came back after the same commit stays open. @returns how many were resolved */
export async function resolveFixedIssues(
  deps: ChangeDeps,
  writer: Writer,
  {
    version,
    projectIds,
    commits,
  }: { version: string; projectIds: readonly number[]; commits: readonly FixingCommit[] },
): Promise<number> {
  const fixing = commits.filter(({ fixes }) => fixes.length > 0)
  const named = fixing.flatMap(({ fixes }) => fixes).slice(0, MOST_ISSUES)
  if (named.length === 0) return 0
  return writeIssues(deps, writer, async (scope, by) => {
    const lock = async (uids: readonly string[]) =>
      (await lockForChange(scope, uids, by.now)).filter(({ project_id }) => projectIds.includes(project_id))
    // All at once first, in one order, so that two requests never wait for each other.
    const issues = await lock(named)
    const open = await stillOpen(scope, issues)
    const resolved = new Map<number, IssueToChange>()
    for (const { id: commit, message, fixes } of fixing) {
      const fixed = (await lock(fixes.filter((uid) => named.includes(uid)))).filter(
        (issue) => open(issue, commit) && !resolved.has(issue.id),
      )
      if (fixed.length === 0) continue
      const fix = { commit, ...(message !== '' && { note: message }) }
      await changeStatuses(scope, fixed, { status: 'resolved', resolvedInRelease: version, fix, ...by })
      for (const issue of fixed) resolved.set(issue.id, issue)
    }
    return { result: resolved.size, updates: updatesOf([...resolved.values()]) }
  })
}

/** @returns whether a commit can resolve an issue: it is open, and this commit has not fixed it before */
async function stillOpen(scope: OrgScope, issues: readonly IssueToChange[]) {
  const rows = await commitsOfFixes(
    scope,
    issues.map(({ id }) => id),
  )
  const before = Map.groupBy(rows, ({ issue_id }) => issue_id)
  // People give a commit by the beginning of its ID.
  const isSame = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)
  return ({ id, status }: IssueToChange, commit: string): boolean =>
    status !== 'resolved' && !before.get(id)?.some(({ commit_id }) => isSame(commit_id, commit))
}
