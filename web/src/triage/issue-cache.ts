import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { IssueFilter } from '../api/issues.ts'
import type { IssueDetail, IssuePage, IssueSummary } from '../api/wire.ts'
import { issueFits } from './issue-fits.ts'

type Lists = InfiniteData<IssuePage>

/** Everything the cache holds of issues, to put back where a write fails or is undone. */
export type Snapshot = [QueryKey, unknown][]

export function snapshotIssues(queryClient: QueryClient): Snapshot {
  return [
    ...queryClient.getQueriesData({ queryKey: ['issues'] }),
    ...queryClient.getQueriesData({ queryKey: ['issue'] }),
  ]
}

export function restoreIssues(queryClient: QueryClient, snapshot: Snapshot): void {
  for (const [key, data] of snapshot) queryClient.setQueryData(key, data)
}

/** Puts changed issues into every list and page that shows them; takes them out of lists they left. */
export function putIssues(queryClient: QueryClient, changed: IssueSummary[]): void {
  const byId = new Map(changed.map((issue) => [issue.id, issue]))
  for (const [key] of queryClient.getQueriesData<Lists>({ queryKey: ['issues'] })) {
    const { q } = key[1] as IssueFilter
    queryClient.setQueryData<Lists>(key, (lists) => lists && replaceIn(lists, byId, q))
  }
  for (const issue of changed) {
    // The issue's own page knows more than a row of the list; that part stays.
    queryClient.setQueryData<IssueDetail>(['issue', issue.id], (known) => known && { ...known, ...issue })
  }
}

function replaceIn(lists: Lists, byId: Map<string, IssueSummary>, q: string): Lists {
  const pages = lists.pages.map((page) => {
    const issues = page.issues
      .map((issue) => byId.get(issue.id) ?? issue)
      .filter((issue) => !byId.has(issue.id) || issueFits(q, issue))
    return { ...page, issues, total: page.total - (page.issues.length - issues.length) }
  })
  return { ...lists, pages }
}

/** Takes issues out of every list that shows them. */
export function dropIssues(queryClient: QueryClient, ids: ReadonlySet<string>): void {
  queryClient.setQueriesData<Lists>({ queryKey: ['issues'] }, (lists) => {
    if (!lists?.pages) return lists
    const pages = lists.pages.map((page) => {
      const issues = page.issues.filter(({ id }) => !ids.has(id))
      return { ...page, issues, total: page.total - (page.issues.length - issues.length) }
    })
    return { ...lists, pages }
  })
}
