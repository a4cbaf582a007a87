import type { ReactNode } from 'react'
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
  /** Whether a way out closes it; all do otherwise. */
  mayClose?: (reason: string | undefined) => boolean
}

/** The state of a mutation, as a dialog shows it. */
export interface Running {
  error?: Error | null
  isPending: boolean
}

/** For optimistic changes: the dialog doesn't wait. */
export const AT_ONCE: Running = { isPending: false }

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
        <Button onClick={frame.onClose} data-answer>
          Close
        </Button>
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

/** Asks for confirmation, mostly before something that can't be undone: Enter leaves it undone. For large losses, see `ConfirmByTyping`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { run, action, busy = action, kind = 'danger', children, ...frame } = props
  return (
    <FramedDialog {...frame}>
      {run.error && <FormError>{run.error.message}</FormError>}
      {children}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={frame.onClose} data-answer={kind === 'danger' || undefined}>
          Cancel
        </Button>
        <Button
          kind={kind}
          disabled={run.isPending}
          onClick={() => run.mutate()}
          data-answer={kind === 'primary' || undefined}
        >
          {run.isPending ? busy : action}
        </Button>
      </div>
    </FramedDialog>
  )
}

/** A dialog that is read or chosen from: a frame's title and its way out, and nothing to send. */
export function FramedDialog(props: DialogFrame & { children: ReactNode }) {
  const { onClose, mayClose = () => true, children, ...dialog } = props
  return (
    <Dialog {...dialog} onOpenChange={(next, reason) => !next && mayClose(reason) && onClose()}>
      {children}
    </Dialog>
  )
}
