import type { FormEvent, ReactNode } from 'react'
import { Button } from '../form/button.tsx'
import { FormError } from '../form/field.tsx'
import { Dialog } from './dialog.tsx'

export interface DialogFrame {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** At the side of the page, for long forms. */
  side?: boolean
  /** For text in two columns. */
  wide?: boolean
  /** For a dialog that is read: it opens at its top, wherever its first field is. */
  focus?: 'field' | 'top'
}

/** The state of a mutation, as a dialog shows it. */
export interface Running {
  error?: Error | null
  isPending: boolean
}

/** For optimistic changes: the dialog doesn't wait. */
export const AT_ONCE: Running = { isPending: false }

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
  children: ReactNode
}

/** A form in a dialog: its error, its fields, and the buttons that leave and send it. */
export function FormDialog(props: FormDialogProps) {
  const { run, onSubmit, action, busy = action, kind = 'primary', children, ...rest } = props
  const { incomplete = false, missing, error: _, ...frame } = rest
  const blocked = run.isPending || incomplete || missing !== undefined
  const error = 'error' in props ? props.error : run.error?.message
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <FramedDialog {...frame}>
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error !== undefined && <FormError>{error}</FormError>}
        {children}
        <div className="flex items-center justify-end gap-2">
          {missing !== undefined && <p className="flex-1 text-small text-ink-2">{missing}</p>}
          <Button onClick={frame.onClose}>Cancel</Button>
          <Button type="submit" kind={kind} disabled={blocked}>
            {run.isPending ? busy : action}
          </Button>
        </div>
      </form>
    </FramedDialog>
  )
}

/** The new secret, shown once. */
export function CreatedDialog({ children, ...frame }: DialogFrame & { children: ReactNode }) {
  return (
    <FramedDialog {...frame}>
      {children}
      <div className="mt-4 flex justify-end">
        <Button kind="primary" onClick={frame.onClose}>
          Done
        </Button>
      </div>
    </FramedDialog>
  )
}

/** Why something can't be done. */
export function RefusedDialog({ children, ...frame }: DialogFrame & { children: ReactNode }) {
  return (
    <FramedDialog {...frame}>
      <FormError>{children}</FormError>
      <div className="mt-4 flex justify-end">
        <Button onClick={frame.onClose}>Close</Button>
      </div>
    </FramedDialog>
  )
}

interface ConfirmDialogProps extends DialogFrame {
  run: Running & { mutate: () => void }
  action: string
  busy?: string
  /** Other than red, for what can be undone. */
  kind?: 'danger' | 'primary'
  /** The loss, if the description doesn't say it. */
  children?: ReactNode
}

/** Asks for confirmation, mostly before something that can't be undone; for large losses, see `ConfirmByTyping`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { run, action, busy = action, kind = 'danger', children, ...frame } = props
  return (
    <FramedDialog {...frame}>
      {run.error && <FormError>{run.error.message}</FormError>}
      {children}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={frame.onClose}>Cancel</Button>
        <Button kind={kind} disabled={run.isPending} onClick={() => run.mutate()}>
          {run.isPending ? busy : action}
        </Button>
      </div>
    </FramedDialog>
  )
}

/** A dialog that is read or chosen from: a frame's title and its way out, and nothing to send. */
export function FramedDialog({ onClose, children, ...dialog }: DialogFrame & { children: ReactNode }) {
  return (
    <Dialog {...dialog} onOpenChange={(next) => !next && onClose()}>
      {children}
    </Dialog>
  )
}
