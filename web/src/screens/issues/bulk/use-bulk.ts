import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../../components/overlay/toast.ts'
import { type Change, FEW } from '../../../triage/change.ts'
import { useTriage } from '../../../triage/use-triage.ts'
import { focusRow } from '../row-focus.ts'
import type { BulkTask } from './bulk-task.ts'
import type { Selection } from './use-selection.ts'

/** After the overlay has given the focus back to the bar. */
const FOCUS_DELAY_MS = 50

/**
 * The overlay open above the selection bar. Opened by a key, it ticks the row under the cursor; closed without a choice,
 * it leaves the list as it was.
 */
function useTask(selection: Selection) {
  const [task, setTask] = useState<BulkTask>()
  const borrowed = useRef<string>(undefined)
  const open = (next: BulkTask) => {
    const [target] = selection.targets()
    if (!target) return
    if (selection.selected.length === 0) {
      selection.toggle(target.id)
      borrowed.current = target.id
    }
    setTask(next)
  }
  const { selected, clear, cursor } = selection
  useEffect(() => {
    const id = borrowed.current
    if (task !== undefined || id === undefined) return
    borrowed.current = undefined
    if (selected.length !== 1 || selected[0]?.id !== id) return
    clear()
    setTimeout(() => {
      // A fast reader is elsewhere by then.
      if (document.activeElement === document.body) focusRow(cursor.id)
    }, FOCUS_DELAY_MS)
  }, [task, selected, clear, cursor])
  return { task, setTask, open }
}

/** Actions of keys and of the selection bar, and the overlay open above the bar. */
export function useBulk(selection: Selection) {
  const { task, setTask, open } = useTask(selection)
  const [asked, setAsked] = useState<Change>()
  const triage = useTriage()
  const run = (change: Change) => {
    triage(selection.targets(), change)
    selection.clear()
  }
  const act = (change: Change) => {
    if (selection.targets().length > FEW) setAsked(change)
    else run(change)
  }
  const merge = () => {
    if (selection.selected.length > 1) setTask('merge')
    else showToast({ kind: 'failed', text: 'Select two or more issues to merge' })
  }
  return {
    task,
    setTask,
    /** A bulk change that waits for confirmation. */
    asked,
    setAsked,
    /** Does it, after a question where it concerns many. */
    act,
    /** Does it: the reader has seen how many it concerns. */
    run,
    snooze: () => open('snooze'),
    assign: () => open('assign'),
    merge,
  }
}

export type Bulk = ReturnType<typeof useBulk>
