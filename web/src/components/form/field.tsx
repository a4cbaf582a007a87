import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'

const INPUT_CLASS =
  'block w-full rounded-control border border-control bg-surface py-1.5 text-lead text-ink read-only:border-line-2 read-only:bg-sunken aria-[invalid=true]:border-error'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** A small control inside the input, at its end. */
  end?: ReactNode
}

/** A labelled input; its hint and its error are read out with it. */
export function Field({ label, hint, error, end, ...input }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={classNames(INPUT_CLASS, end === undefined ? 'px-2.5' : 'pr-16 pl-2.5')}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          {...input}
        />
        {end !== undefined && <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
      </div>
      {note !== undefined && (
        <div id={noteId} className={`mt-1 text-small ${error === undefined ? 'text-ink-3' : 'text-error'}`}>
          {note}
        </div>
      )}
    </div>
  )
}

/** A sentence about the form as a whole, announced when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-control bg-accent-soft px-3 py-2 font-medium text-accent">
      {children}
    </div>
  )
}
