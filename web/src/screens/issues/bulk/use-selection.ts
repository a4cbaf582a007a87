import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
  const rows = useRef(issues)
  const last = useRef<string>(undefined)
  useLayoutEffect(() => {
    rows.current = issues
    cursor.follow(issues)
  }, [cursor, issues])
  /** `through`: every row from the last one that was ticked or unticked to this one becomes what this one does. */
  const toggle = useCallback((id: string, through = false) => {
    const changed = through ? idsBetween(rows.current, last.current, id) : [id]
    last.current = id
    setTicked((before) => {
      const next = new Set(before)
      for (const one of changed) next[before.has(id) ? 'delete' : 'add'](one)
      return next
    })
    setRead(undefined)
  }, [])
  const clear = () => {
    last.current = undefined
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

/** Both ends included; `end` alone if the row of the other one is gone. */
function idsBetween(rows: readonly IssueSummary[], start: string | undefined, end: string): string[] {
  const ids = rows.map(({ id }) => id)
  const [from, to] = [ids.indexOf(start ?? ''), ids.indexOf(end)]
  return from < 0 ? [end] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

export type Selection = ReturnType<typeof useSelection>
