import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../form/button.tsx'
import { Field, FormError } from '../form/field.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmByTypingProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and that it can't be undone. */
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
  const close = () => {
    setTyped('')
    run.reset()
    onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === phrase) run.mutate()
  }
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={title} description={description}>
      <form onSubmit={onSubmit} className="grid gap-4">
        {run.error && <FormError>{run.error.message}</FormError>}
        <Field
          label={`Type ${phrase} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="danger" disabled={typed !== phrase || run.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
