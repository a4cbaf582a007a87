import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { ListCursor } from '../list-cursor.ts'

/**
 * Which row the keyboard is on and which rows are ticked. Rows that left the list count as neither.
 *
 * @param listKey what tells one list from another; everything that matches one is nothing to do with the next
 */
export function useSelection(issues: IssueSummary[], listKey: string) {
  const [cursor] = useState(() => new ListCursor())
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // Everything that matches, loaded or not; read again for each time it is chosen.
  const [read, setRead] = useState<{ listKey: string; issues: IssueSummary[] }>()
  const selected = useMemo(() => issues.filter((issue) => ticked.has(issue.id)), [issues, ticked])
  const all = selected.length > 0 && selected.length === issues.length
  const matching = all && read?.listKey === listKey ? read.issues : undefined
  useLayoutEffect(() => cursor.follow(issues), [cursor, issues])
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
    toggle,
    tickAll: () => setTicked(new Set(issues.map((issue) => issue.id))),
    clear,
    matching,
    setMatching: (everything: IssueSummary[]) => setRead({ listKey, issues: everything }),
    /** The targets of an action: all matches, or the selected rows, otherwise the row under the cursor. */
    targets: (): IssueSummary[] => {
      if (matching) return matching
      if (selected.length > 0) return selected
      const current = issues[cursor.index]
      return current ? [current] : []
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
