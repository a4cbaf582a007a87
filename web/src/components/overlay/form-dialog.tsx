import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../form/button.tsx'
import { DialogForm, type DialogFormState } from '../form/dialog-form.tsx'
import { DiscardQuestion } from '../form/unsaved-question.tsx'
import { type DialogFrame, FramedDialog, type Running } from './framed-dialog.tsx'

interface FormDialogProps extends DialogFrame {
  run: Running
  /** The error above the fields, if it is another one than the mutation's. */
  error?: string | undefined
  onSubmit: (form: FormData) => void
  /** The verb on the button, and its text while pending. */
  action: string
  busy?: string
  kind?: 'primary' | 'danger'
  /** Nothing can be sent yet, and the fields show what is missing. */
  incomplete?: boolean
  /** Why nothing can be sent yet, if the fields don't show it. */
  missing?: string | undefined
  /** True if something is entered; undefined: the form compares its named fields. */
  edited?: boolean | undefined
  children: ReactNode
}

/**
 * A form in a dialog: its error, its fields, and the buttons that leave and send it. With something entered, a press
 * beside it doesn't close it; a long form asks before it is lost by any other way than Cancel.
 */
export function FormDialog(props: FormDialogProps) {
  const { run, onSubmit, action, busy = action, kind = 'primary', children, ...rest } = props
  const { incomplete = false, missing, error: _, edited, ...frame } = rest
  const blocked = run.isPending || incomplete || missing !== undefined
  const error = 'error' in props ? props.error : run.error?.message
  const form = useRef<DialogFormState>(null)
  const [isAsking, setAsking] = useState(false)
  const mayClose = (reason: string | undefined) => {
    if (run.isPending || !form.current?.isUnsaved()) return true
    if (frame.side) setAsking(true)
    return !frame.side && reason !== 'outside-press'
  }
  const discard = () => {
    setAsking(false)
    frame.onClose()
  }
  return (
    <FramedDialog {...frame} mayClose={mayClose}>
      <DialogForm
        ref={form}
        name={frame.title}
        error={error}
        edited={edited}
        failed={Boolean(run.error)}
        onSubmit={onSubmit}
      >
        {children}
        <div className="flex items-center justify-end gap-2">
          {missing !== undefined && <p className="flex-1 text-small text-ink-2">{missing}</p>}
          <Button onClick={frame.onClose}>Cancel</Button>
          <Button type="submit" kind={kind} disabled={blocked}>
            {run.isPending ? busy : action}
          </Button>
        </div>
      </DialogForm>
      {frame.side && <DiscardQuestion open={isAsking} onKeep={() => setAsking(false)} onDiscard={discard} />}
    </FramedDialog>
  )
}
