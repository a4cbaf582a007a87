import { useMemo, useState } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import { lastList, rememberList } from './list-memory.ts'

/** Which row the keyboard is on and which rows are ticked. Rows that left the list count as neither. */
export function useSelection(issues: IssueSummary[]) {
  const [cursorId, setCursorId] = useState(() => lastList().cursorId)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // Where the row under the cursor has left the list, its place is taken by the row that moved up.
  const [place, setPlace] = useState(0)
  const selected = useMemo(() => issues.filter((issue) => ticked.has(issue.id)), [issues, ticked])
  const found = issues.findIndex((issue) => issue.id === cursorId)
  const cursor = cursorId === undefined ? -1 : found >= 0 ? found : Math.min(place, issues.length - 1)

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, issues.length - 1))
    setCursorId(issues[next]?.id)
    setPlace(next)
    rememberList({ cursorId: issues[next]?.id })
  }
  const toggle = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return {
    cursor,
    selected,
    isTicked: (id: string) => ticked.has(id),
    moveTo,
    toggle,
    tickAll: () => setTicked(new Set(issues.map((issue) => issue.id))),
    clear: () => setTicked(new Set()),
    /** What an action applies to: the ticked rows, else the row under the cursor. */
    targets: (): IssueSummary[] => {
      if (selected.length > 0) return selected
      const current = issues[cursor]
      return current ? [current] : []
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
