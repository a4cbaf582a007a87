import { useState } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import type { ShownEvent } from './event/use-shown-event.ts'

/** How many events were stored since the shown one was opened. */
export function useNewEvents(issue: IssueSummary | undefined, shown: ShownEvent): number {
  const id = shown.event?.id
  const [opened, setOpened] = useState<{ id: string; stored: number }>()
  const stored = issue?.stored_event_count
  if (id !== undefined && shown.total !== undefined && opened?.id !== id) {
    setOpened({ id, stored: shown.total })
  }
  if (stored === undefined || opened?.id !== id || !opened) return 0
  return Math.max(0, stored - opened.stored)
}
