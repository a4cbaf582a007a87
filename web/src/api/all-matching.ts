import { LIMITS } from '#contract/limits.ts'
import { fetchIssues, type IssueFilter } from './issues.ts'
import type { IssueSummary } from './wire.ts'

interface Reading {
  signal: AbortSignal
  /** How many have been read so far. */
  onRead: (count: number) => void
}

/**
 * Every issue that a filter matches, page after page. In the order they were first seen, which no event changes:
 * none is missed or read twice while they come in.
 */
export async function readAllMatching(
  filter: IssueFilter,
  { signal, onRead }: Reading,
): Promise<IssueSummary[]> {
  const issues: IssueSummary[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await fetchIssues(
      { ...filter, sort: 'first_seen_asc' },
      { cursor, limit: LIMITS.bulkIssues, signal },
    )
    issues.push(...page.issues)
    onRead(issues.length)
    cursor = page.next_cursor
  }
  return issues
}
