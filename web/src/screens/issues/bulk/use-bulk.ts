import { useState } from 'react'
import { showToast } from '../../../components/overlay/toast.ts'
import { type Change, FEW } from '../../../triage/change.ts'
import { useTriage } from '../../../triage/use-triage.ts'
import type { BulkTask } from './bulk-task.ts'
import type { Selection } from './use-selection.ts'

/** Actions of keys and of the selection bar, and the overlay open above the bar. */
export function useBulk(selection: Selection) {
  const [task, setTask] = useState<BulkTask>()
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
  const snooze = () => {
    const [target] = selection.targets()
    if (!target) return
    if (selection.selected.length === 0) selection.toggle(target.id)
    setTask('snooze')
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
    snooze,
    merge,
  }
}

export type Bulk = ReturnType<typeof useBulk>
