import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import { changedFields } from './changed-fields.ts'
import { FormError } from './field.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { useFormChanges } from './use-form-changes.ts'

interface SaveFormProps<Fields extends object> {
  ref?: Ref<HTMLFormElement>
  run: Pick<UseMutationResult<unknown, Error, Partial<Fields>>, 'mutate' | 'error' | 'isPending'>
  read: (form: FormData) => Fields
  /** For readers who may look only. */
  readOnly?: boolean
  /** Can be saved without a change, too. */
  ready?: boolean
  /** The verb on the button. */
  action?: string
  /** Beside the button. */
  beside?: ReactNode
  /** Placement only. */
  className?: string
  children: ReactNode
}

/**
 * Settings that a button saves. It can be pressed if something changed, and sends what did; leaving the page with changes
 * is a question.
 */
export function SaveForm<Fields extends object>(props: SaveFormProps<Fields>) {
  const {
    ref,
    run,
    read,
    readOnly = false,
    ready = false,
    action = 'Save',
    beside,
    className,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current)
  const { isDirty, look, isUnsaved, savedForm, sending } = useFormChanges(form)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = read(new FormData(event.currentTarget))
    run.mutate(isDirty ? changedFields(read(savedForm()), fields) : fields, sending())
  }
  return (
    <>
      <form
        ref={form}
        onSubmit={onSubmit}
        onChange={look}
        className={classNames('grid max-w-lg gap-4', className)}
      >
        {run.error && <FormError>{run.error.message}</FormError>}
        <fieldset disabled={readOnly} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {children}
        </fieldset>
        {!readOnly && (
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" kind="primary" disabled={(!isDirty && !ready) || run.isPending}>
              {run.isPending ? 'Saving…' : action}
            </Button>
            {beside}
          </div>
        )}
      </form>
      <UnsavedQuestion isUnsaved={isUnsaved} />
    </>
  )
}
