import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type IssueFilter, issuesQuery } from '../../api/issues.ts'
import type { IssuesSearch } from './issue-filter.ts'
import { rememberList } from './list-memory.ts'

/** The loaded pages of a list, and all their issues as one. */
export function useIssueList(search: IssuesSearch, filter: IssueFilter) {
  const query = useInfiniteQuery(issuesQuery(filter))
  const pages = query.data?.pages
  const issues = useMemo(() => pages?.flatMap((page) => page.issues) ?? [], [pages])
  const last = pages?.at(-1)
  const total = last?.total ?? 0
  const capped = last?.total_capped === true
  useEffect(() => {
    rememberList({ search, ids: issues.map((issue) => issue.id), total, capped })
  }, [search, issues, total, capped])
  return { query, pages: pages ?? [], issues, total, capped }
}

export type IssueList = ReturnType<typeof useIssueList>
