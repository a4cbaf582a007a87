import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { IssueFilter } from '../../api/issues.ts'
import { type Shortcuts, useShortcuts } from '../../command/use-shortcuts.ts'
import { type IssuesSearch, searchOf, TABS, withTab } from '../../entities/issue/issue-filter.ts'
import type { Change } from '../../triage/change.ts'
import type { Selection } from './bulk/use-selection.ts'
import type { IssueList } from './use-issue-list.ts'

interface ListShortcuts {
  list: IssueList
  selection: Selection
  filter: IssueFilter
  searchField: RefObject<HTMLInputElement | null>
  act: (change: Change) => void
  snooze: () => void
  merge: () => void
  change: (next: Partial<IssuesSearch>) => void
}

/** Focus follows the cursor: it is read out, and the issue is fetched ahead as it is under a pointer. */
export function focusRow(id: string | undefined): void {
  const row = document.getElementById(`issue-${id}`)
  row?.querySelector('a')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** The list from the keyboard: j k o x e i s m u / r Esc and 1–6. */
export function useListShortcuts(props: ListShortcuts): void {
  const { list, selection, filter, searchField, act, snooze, merge, change } = props
  const navigate = useNavigate()
  const current = list.actionable[selection.cursor]
  const move = (step: number) => {
    const { actionable } = list
    if (actionable.length === 0) return
    const next = Math.max(0, Math.min(selection.cursor + step, actionable.length - 1))
    selection.moveTo(next)
    focusRow(actionable[next]?.id)
  }
  const open = () => {
    if (current) void navigate({ to: '/issues/$issueId', params: { issueId: current.id } })
  }
  const tabs: Shortcuts = Object.fromEntries(
    TABS.map((tab, index) => [String(index + 1), () => change({ q: searchOf(withTab(filter.q, tab)) })]),
  )
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    o: open,
    Enter: open,
    x: () => current && selection.toggle(current.id),
    e: () => act({ kind: 'status', status: 'resolved' }),
    i: () => act({ kind: 'status', status: 'ignored' }),
    u: () => act({ kind: 'status', status: 'unresolved' }),
    s: snooze,
    m: merge,
    r: () => void list.query.refetch(),
    '/': () => searchField.current?.focus(),
    Escape: selection.clear,
    ...tabs,
  })
}
