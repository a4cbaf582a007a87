import { useCallback, useMemo, useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { lastList, rememberList } from '../../../entities/issue/list-memory.ts'

/**
 * Which row the keyboard is on and which rows are ticked. Rows that left the list count as neither.
 *
 * @param listKey what tells one list from another; everything that matches one is nothing to do with the next
 */
export function useSelection(issues: IssueSummary[], listKey: string) {
  const [cursorId, setCursorId] = useState(() => lastList().cursorId)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // Everything that matches, loaded or not; read again for each time it is chosen.
  const [read, setRead] = useState<{ listKey: string; issues: IssueSummary[] }>()
  // Where the row under the cursor has left the list, its place is taken by the row that moved up.
  const [place, setPlace] = useState(0)
  const selected = useMemo(() => issues.filter((issue) => ticked.has(issue.id)), [issues, ticked])
  const all = selected.length > 0 && selected.length === issues.length
  const matching = all && read?.listKey === listKey ? read.issues : undefined
  const found = issues.findIndex((issue) => issue.id === cursorId)
  const cursor = cursorId === undefined ? -1 : found >= 0 ? found : Math.min(place, issues.length - 1)

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, issues.length - 1))
    setCursorId(issues[next]?.id)
    setPlace(next)
    rememberList({ cursorId: issues[next]?.id })
  }
  const toggle = useCallback((id: string) => {
    setTicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
    setRead(undefined)
  }, [])
  const clear = () => {
    setTicked(new Set())
    setRead(undefined)
  }
  return {
    cursor,
    selected,
    isTicked: (id: string) => ticked.has(id),
    moveTo,
    toggle,
    tickAll: () => setTicked(new Set(issues.map((issue) => issue.id))),
    clear,
    matching,
    setMatching: (everything: IssueSummary[]) => setRead({ listKey, issues: everything }),
    /** What an action applies to: all that matches, or the ticked rows, else the row under the cursor. */
    targets: (): IssueSummary[] => {
      if (matching) return matching
      if (selected.length > 0) return selected
      const current = issues[cursor]
      return current ? [current] : []
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
