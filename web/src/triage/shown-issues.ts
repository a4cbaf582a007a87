import type { PendingState } from '../api/pending-changes.ts'
import type { IssuePage, IssueSummary } from '../api/wire.ts'
import { issueFits } from '../entities/issue/issue-fits.ts'

/** An issue as the server said, with what is being changed about it. */
export function shownIssue<T extends IssueSummary>(issue: T, { changes }: PendingState): T {
  return changes.reduce((shown, { ids, apply }) => (ids.has(issue.id) ? apply(shown) : shown), issue)
}

export interface ShownList {
  pages: IssueSummary[][]
  total: number
}

/**
 * The rows of a list as the reader sees them: with their own changes, and without the rows that these took out
 * of it. `total` follows.
 */
export function shownList(pages: readonly IssuePage[], q: string, pending: PendingState): ShownList {
  const seen = new Set<string>()
  let total = pages.at(-1)?.total ?? 0
  const shown = pages.map(({ issues }) =>
    issues.flatMap((issue) => {
      // Rows can be read twice where the order changed between two pages.
      if (seen.has(issue.id)) return []
      seen.add(issue.id)
      if (!pending.touched.has(issue.id)) return [issue]
      const row = shownIssue(issue, pending)
      const fits = issueFits(q, row)
      total += Number(fits) - Number(issueFits(q, issue))
      return fits ? [row] : []
    }),
  )
  return { pages: shown, total: Math.max(0, total) }
}
