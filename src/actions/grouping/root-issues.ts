import { slicesOf } from '#platform/slices.ts'
import { OVERFLOW_FINGERPRINT } from '#storage/batch/overflow-issue.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findIssuesByKey, type IssueRow } from '#storage/issue/issue.ts'

const ISSUES_PER_READ = 500

/** The events of issues that are shown, each named by the row key of the issue it is shown in, and these issues. */
export async function eventsAtRoots<Event extends { issueId: number }>(
  scope: OrgScope,
  events: readonly Event[],
): Promise<{ events: Event[]; roots: IssueRow[] }> {
  const roots = await rootIssues(
    scope,
    events.map(({ issueId }) => issueId),
  )
  const shown = events.flatMap((event) => {
    const root = roots.get(event.issueId)
    return root === undefined ? [] : [{ ...event, issueId: root.id }]
  })
  return { events: shown, roots: [...roots.values()] }
}

/** By row key, the issue that each of these is shown in: itself, or what it is merged into. Without the overflow
 * issue, whose events have nothing in common. */
async function rootIssues(scope: OrgScope, ids: Iterable<number>): Promise<Map<number, IssueRow>> {
  const own = await issuesOf(scope, ids)
  const parents = [...own.values()].flatMap(({ merge_parent_id: parent }) => parent ?? [])
  const found = new Map([...own, ...(await issuesOf(scope, parents))])
  return new Map(
    [...own].flatMap(([id, issue]) => {
      const root = found.get(issue.merge_parent_id ?? id)
      return root === undefined || issue.fingerprint === OVERFLOW_FINGERPRINT ? [] : [[id, root]]
    }),
  )
}

async function issuesOf(scope: OrgScope, issueIds: Iterable<number>): Promise<Map<number, IssueRow>> {
  const ids = [...new Set(issueIds)]
  const found = new Map<number, IssueRow>()
  for (const some of slicesOf(ids, ISSUES_PER_READ)) {
    const rows = await findIssuesByKey(scope, some)
    for (const row of rows) found.set(row.id, row)
  }
  return found
}
