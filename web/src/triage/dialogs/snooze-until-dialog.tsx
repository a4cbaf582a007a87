import { useState } from 'react'
import { serverNow } from '../../api/headers/server-clock.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { Field } from '../../components/form/field.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { AT_ONCE } from '../../components/overlay/framed-dialog.tsx'
import { plural } from '../../format/number.ts'
import { localInputTime, tomorrowMorning } from '../../format/time.ts'

interface SnoozeUntilDialogProps {
  issues: readonly IssueSummary[]
  open: boolean
  onClose: () => void
  /** @param until ISO time */
  onSnooze: (until: string) => void
}

/** Asks until when issues are to be quiet, in the reader's own time. */
export function SnoozeUntilDialog({ issues, open, onClose, onSnooze }: SnoozeUntilDialogProps) {
  const [problem, setProblem] = useState<string>()
  const submit = (form: FormData) => {
    const until = new Date(String(form.get('until')))
    if (!(until.getTime() > serverNow())) return setProblem('Choose a time in the future.')
    setProblem(undefined)
    onClose()
    onSnooze(until.toISOString())
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={issues.length === 1 ? 'Snooze until' : `Snooze ${plural(issues.length, 'issue')} until`}
      description={`Then ${issues.length === 1 ? 'it reopens' : 'they reopen'}.`}
      run={AT_ONCE}
      onSubmit={submit}
      action="Snooze"
    >
      <Field
        label="Date and time"
        hint="In your time zone"
        name="until"
        type="datetime-local"
        required
        min={localInputTime(serverNow())}
        defaultValue={localInputTime(Date.parse(tomorrowMorning(serverNow())))}
        error={problem}
      />
    </FormDialog>
  )
}
