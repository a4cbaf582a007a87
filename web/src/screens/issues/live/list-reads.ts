import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/client.ts'
import { fetchIssues, ISSUES_PER_PAGE, type IssueFilter, issueQuery } from '../../../api/issues.ts'
import { pendingOf } from '../../../api/pending-changes.ts'
import type { IssuePage, IssueSummary } from '../../../api/wire.ts'

/** The first page of a list, or as many issues as are loaded of it, as one page. */
export function readList(queryClient: QueryClient, filter: IssueFilter, loaded: number): Promise<IssuePage> {
  const wanted = Math.max(loaded, ISSUES_PER_PAGE)
  return pendingOf(queryClient).current(async () => {
    // A page has at most as many as the server allows.
    let page = await fetchIssues(filter, { limit: wanted })
    const issues = [...page.issues]
    while (issues.length < wanted && page.next_cursor !== null) {
      page = await fetchIssues(filter, { limit: wanted, cursor: page.next_cursor })
      issues.push(...page.issues)
    }
    return { ...page, issues }
  })
}

export interface Found {
  known: IssueSummary[]
  /** Ids of deleted issues. */
  gone: string[]
}

/** Reads issues by their ids. @throws ApiError unless each is there or deleted. */
export async function lookUp(queryClient: QueryClient, ids: string[]): Promise<Found> {
  const found = await Promise.all(
    ids.map((id) => queryClient.fetchQuery({ ...issueQuery(id), staleTime: 0 }).catch(undefinedIfGone)),
  )
  return {
    known: found.filter((issue) => issue !== undefined),
    gone: ids.filter((_, index) => found[index] === undefined),
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
