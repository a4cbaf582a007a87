import { useBlocker } from '@tanstack/react-router'
import { FramedDialog } from '../overlay/framed-dialog.tsx'
import { Button } from './button.tsx'

interface UnsavedQuestionProps {
  /** Whether the reader would lose something by leaving now. */
  isUnsaved: () => boolean
}

/** Asks before the reader leaves a form with changes, by a link or the browser's Back; the browser asks before a reload. */
export function UnsavedQuestion({ isUnsaved }: UnsavedQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <DiscardQuestion open={status === 'blocked'} onKeep={() => reset?.()} onDiscard={() => proceed?.()} />
  )
}

interface DiscardQuestionProps {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}

export function DiscardQuestion({ open, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <FramedDialog
      open={open}
      onClose={onKeep}
      title="Discard your changes?"
      description="They have not been saved."
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onKeep} data-answer>
          Keep editing
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </FramedDialog>
  )
}
