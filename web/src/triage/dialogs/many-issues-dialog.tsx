import { AT_ONCE, ConfirmDialog } from '../../components/overlay/framed-dialog.tsx'
import { type Change, describeIntent } from '../change.ts'

interface ManyIssuesDialogProps {
  count: number
  /** The change to confirm; without one the dialog is closed. */
  change: Change | undefined
  onClose: () => void
  onConfirm: (change: Change) => void
}

/** Asks before a key changes many issues at once. */
export function ManyIssuesDialog({ count, change, onClose, onConfirm }: ManyIssuesDialogProps) {
  const what = change ? describeIntent(count, change) : ''
  const confirm = () => {
    onClose()
    if (change) onConfirm(change)
  }
  return (
    <ConfirmDialog
      open={change !== undefined}
      onClose={onClose}
      title={`${what}?`}
      description="You can undo this for as long as its notice is shown."
      kind="primary"
      action={what}
      run={{ ...AT_ONCE, mutate: confirm }}
    />
  )
}
