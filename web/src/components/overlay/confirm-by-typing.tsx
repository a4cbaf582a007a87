import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Field } from '../form/field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface ConfirmByTypingProps {
  open: boolean
  onClose: () => void
  title: string
  /** The consequence, and that it can't be undone. */
  description: ReactNode
  /** The text to type, the name of what is lost. */
  phrase: string
  /** The verb on the button. */
  action: string
  run: UseMutationResult<unknown, Error, void>
}

/** Asks for a name to be typed before something is lost for good. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { open, onClose, title, description, phrase, action, run } = props
  const [typed, setTyped] = useState('')
  // However it closed: the next question may ask for another name.
  useEffect(() => {
    if (!open) setTyped('')
  }, [open])
  const close = () => {
    run.reset()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      run={run}
      onSubmit={() => typed === phrase && run.mutate()}
      action={action}
      kind="danger"
      incomplete={typed !== phrase}
    >
      <Field
        label={`Type ${phrase} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
