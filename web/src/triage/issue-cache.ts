import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { issueKeys } from '../api/issue-keys.ts'
import { cachedLists, issueQuery } from '../api/issues.ts'
import { type PendingChange, pendingOf } from '../api/pending-changes.ts'
import type { IssuePage, IssueSummary } from '../api/wire.ts'
import { issueFits } from '../entities/issue/issue-fits.ts'

type Lists = InfiniteData<IssuePage>

/**
 * Puts a change that the server has made into every list and page that shows the issues, and once more after each
 * read of a list that is under way, which ends with pages from before the change.
 */
export function commitChange(queryClient: QueryClient, change: PendingChange): void {
  pendingOf(queryClient).noteAnswer()
  putChange(queryClient, change)
  const again = () => putChange(queryClient, change)
  for (const query of queryClient
    .getQueryCache()
    .findAll({ queryKey: issueKeys.lists, fetchStatus: 'fetching' })) {
    query.promise?.then(again, again)
  }
}

/** A row that no longer fits its list stays in the cache for an undo; it is neither shown nor counted. */
function putChange(queryClient: QueryClient, { ids, apply }: PendingChange): void {
  for (const { key, filter, data, updatedAt } of cachedLists(queryClient)) {
    queryClient.setQueryData<Lists>(key, changeRows(data, filter.q, { ids, apply }), { updatedAt })
  }
  for (const id of ids) {
    queryClient.setQueryData(issueQuery(id).queryKey, (known) => known && apply(known))
  }
  // A list that is not on screen may have gained an issue: it is read again when it is shown.
  void queryClient.invalidateQueries({ queryKey: issueKeys.lists, type: 'inactive', refetchType: 'none' })
}

function changeRows(lists: Lists, q: string, { ids, apply }: PendingChange): Lists {
  let gained = 0
  const pages = lists.pages.map((page) => ({
    ...page,
    issues: page.issues.map((issue) => {
      if (!ids.has(issue.id)) return issue
      const changed = apply(issue)
      gained += Number(issueFits(q, changed)) - Number(issueFits(q, issue))
      return changed
    }),
  }))
  return { ...lists, pages: pages.map((page) => ({ ...page, total: page.total + gained })) }
}

/** The newest cached answers about these issues. */
export function cachedIssues(queryClient: QueryClient, ids: ReadonlySet<string>): Map<string, IssueSummary> {
  const known = new Map<string, IssueSummary>()
  const oldestFirst = cachedLists(queryClient).sort((a, b) => a.updatedAt - b.updatedAt)
  for (const { data } of oldestFirst) {
    for (const issue of data.pages.flatMap((page) => page.issues)) {
      if (ids.has(issue.id)) known.set(issue.id, issue)
    }
  }
  for (const id of ids) {
    const detail = queryClient.getQueryData(issueQuery(id).queryKey)
    if (detail && !known.has(id)) known.set(id, detail)
  }
  return known
}

/** Takes issues out of every list that has them. */
export function dropIssues(queryClient: QueryClient, ids: ReadonlySet<string>): void {
  for (const { key, filter, data } of cachedLists(queryClient)) {
    const rows = data.pages.flatMap((page) => page.issues)
    const lost = rows.filter((issue) => ids.has(issue.id) && issueFits(filter.q, issue)).length
    const pages = data.pages.map((page) => ({
      ...page,
      issues: page.issues.filter(({ id }) => !ids.has(id)),
      total: page.total - lost,
    }))
    queryClient.setQueryData<Lists>(key, { ...data, pages })
  }
}
