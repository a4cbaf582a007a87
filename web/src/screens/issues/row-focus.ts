import { useEffect } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import type { ListCursor } from './list-cursor.ts'

/** The link of the row that the cursor gave the focus. */
let focused: HTMLElement | null | undefined

/** Focus follows the cursor, so that the row is read out. Scrolling first: after the focus it would compute all styles again. */
export function focusRow(id: string | undefined): void {
  const row = document.getElementById(`issue-${id}`)
  row?.scrollIntoView({ block: 'nearest' })
  focused = row?.querySelector('a')
  focused?.focus({ preventScroll: true })
}

/** If the focused row leaves the list, the row that takes its place gets the focus. */
export function useFocusAfterRemoval(rows: IssueSummary[], cursor: ListCursor): void {
  useEffect(() => {
    if (focused?.isConnected === false && document.activeElement === document.body) {
      focusRow(rows[cursor.index]?.id)
    }
  }, [rows, cursor])
}
