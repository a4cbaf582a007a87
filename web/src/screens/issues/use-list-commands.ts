import { useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import type { IssueFilter } from '../../api/issues.ts'
import { tabCommands, useCommands } from '../../command/use-commands.ts'
import {
  type IssuesSearch,
  type IssueTab,
  searchOf,
  TABS,
  withTab,
} from '../../entities/issue/issue-filter.ts'
import { rememberList } from '../../entities/issue/list-memory.ts'
import type { Bulk } from './bulk/use-bulk.ts'
import type { Selection } from './bulk/use-selection.ts'
import { focusRow, useFocusAfterRemoval } from './row-focus.ts'
import type { IssueList } from './use-issue-list.ts'

interface ListCommands {
  list: IssueList
  selection: Selection
  filter: IssueFilter
  searchField: RefObject<HTMLInputElement | null>
  bulk: Bulk
  change: (next: Partial<IssuesSearch>) => void
}

/** Longer than from one step to the next. */
const REST_MS = 300

/** Fetches the issue that the cursor rests on; what it only passes costs nothing. */
function useFetchAhead(): (id: string | undefined) => void {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (id) => {
    clearTimeout(timer.current)
    if (id === undefined) return
    const fetch = () => void router.preloadRoute({ to: '/issues/$issueId', params: { issueId: id } })
    timer.current = setTimeout(fetch, REST_MS)
  }
}

/** The list's commands, run by key or from the bar of selected issues. */
export function useListCommands(props: ListCommands): void {
  const { list, selection, filter, searchField, bulk, change } = props
  const navigate = useNavigate()
  const fetchAhead = useFetchAhead()
  const { cursor } = selection
  useFocusAfterRemoval(list.actionable, cursor)
  const current = () => list.actionable[cursor.index]
  const move = (step: number) => {
    const { actionable } = list
    if (actionable.length === 0) return
    const next = Math.max(0, Math.min(cursor.index + step, actionable.length - 1))
    cursor.moveTo(next)
    focusRow(actionable[next]?.id)
    fetchAhead(actionable[next]?.id)
  }
  const open = () => {
    const issue = current()
    if (!issue) return
    rememberList({ cursorId: issue.id, scrollY: window.scrollY })
    void navigate({ to: '/issues/$issueId', params: { issueId: issue.id } })
  }
  const goTo = (tab: IssueTab) => () => change({ q: searchOf(withTab(filter.q, tab)) })
  const toggle = (through: boolean) => () => {
    const issue = current()
    if (issue) selection.toggle(issue.id, through)
  }
  const status = (next: 'resolved' | 'ignored' | 'unresolved') => () =>
    bulk.act({ kind: 'status', status: next })
  useCommands({
    'issue.next': () => move(1),
    'issue.previous': () => move(-1),
    'issue.open': open,
    'issue.select': toggle(false),
    'issue.selectTo': toggle(true),
    'issue.resolve': status('resolved'),
    'issue.ignore': status('ignored'),
    'issue.reopen': status('unresolved'),
    'issue.snooze': bulk.snooze,
    'issue.assign': bulk.assign,
    'issue.merge': bulk.merge,
    'list.refresh': () => void list.query.refetch(),
    'list.search': () => searchField.current?.focus(),
    'selection.clear': selection.clear,
    ...tabCommands(TABS.map(goTo)),
  })
}
