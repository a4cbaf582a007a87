import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type IssueFilter, issuesQuery } from '../../api/issues.ts'
import { usePendingState } from '../../api/pending-changes.ts'
import type { IssueSummary } from '../../api/wire.ts'
import type { IssuesSearch } from '../../entities/issue/issue-filter.ts'
import { rememberList } from '../../entities/issue/list-memory.ts'
import { shownList } from '../../triage/shown-issues.ts'

const NONE: IssueSummary[] = []

/** The loaded pages of a list with the reader's own changes, and all their issues as one. */
export function useIssueList(search: IssuesSearch, filter: IssueFilter) {
  const query = useInfiniteQuery(issuesQuery(filter))
  const pending = usePendingState()
  const loaded = query.data?.pages
  const { pages, total } = useMemo(
    () => shownList(loaded ?? [], filter.q, pending),
    [loaded, filter.q, pending],
  )
  const issues = useMemo(() => pages.flat(), [pages])
  const last = loaded?.at(-1)
  const capped = last?.total_capped === true
  const limited = last?.search_limited === true
  // Until the list that was asked for is here, the one before it is shown, and nothing may be done with it.
  const actionable = query.isPlaceholderData ? NONE : issues
  useEffect(() => {
    rememberList({ search, ids: issues.map((issue) => issue.id), total, capped })
  }, [search, issues, total, capped])
  return { query, pages, issues, actionable, total, capped, limited }
}

/** The number of matching issues while all of them are loaded: counts of the server follow a few seconds later. */
export function wholeCount({ query, pages, issues, limited }: IssueList): number | undefined {
  const whole = query.isSuccess && !query.isPlaceholderData && pages.length === 1 && !query.hasNextPage
  return whole && !limited ? issues.length : undefined
}

export type IssueList = ReturnType<typeof useIssueList>
