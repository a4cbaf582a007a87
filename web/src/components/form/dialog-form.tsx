import { type FormEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { SESSION_HAD_ENDED } from '../../session/unsaved-work.ts'
import { FormError } from './field.tsx'
import { contentsOf } from './form-contents.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { useKeptForm } from './use-kept-form.ts'

/** What a dialog asks its form. */
export interface DialogFormState {
  /** Something is entered that is neither saved nor on its way. */
  isUnsaved: () => boolean
}

interface DialogFormProps {
  ref: Ref<DialogFormState>
  /** Tells it from the other forms of the screen. */
  name: string
  error: string | undefined
  /** Something is entered; the form compares its named fields otherwise. */
  edited: boolean | undefined
  /** It was not sent, or the server didn't take it. */
  failed: boolean
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/**
 * The form of a dialog, which knows what is lost with it: Back and a reload ask first, and the end of the session
 * keeps it.
 */
export function DialogForm(props: DialogFormProps) {
  const { ref, name, error, edited, failed, onSubmit, children } = props
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<string>(undefined)
  const sent = useRef<string>(undefined)
  useEffect(() => {
    first.current = contentsOf(form.current)
  }, [])
  const isEdited = () => edited ?? contentsOf(form.current) !== first.current
  const isUnsaved = () =>
    form.current !== null && isEdited() && (failed || contentsOf(form.current) !== sent.current)
  useImperativeHandle(ref, () => ({ isUnsaved }))
  const isRestored = useKeptForm(form, { name, isUnsaved: isEdited })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.current = contentsOf(form.current)
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <>
      <form ref={form} onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isRestored && error === undefined && <FormError>{SESSION_HAD_ENDED}</FormError>}
        {error !== undefined && <FormError>{error}</FormError>}
        {children}
      </form>
      <UnsavedQuestion isUnsaved={isUnsaved} />
    </>
  )
}
