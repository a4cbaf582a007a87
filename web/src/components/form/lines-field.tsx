import { type ReactNode, useId } from 'react'

interface LinesFieldProps {
  label: string
  name: string
  /** A text, or its lines. */
  initial: string | readonly string[]
  /** At least so high. */
  rows?: number
  hint: ReactNode
  placeholder?: string
  disabled?: boolean
  error?: string | undefined
}

/** A list as part of a form, one entry per line. */
export function LinesField(props: LinesFieldProps) {
  const { label, name, initial, rows = 2, hint, placeholder, disabled, error } = props
  const id = useId()
  const text = typeof initial === 'string' ? initial : initial.join('\n')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={Math.min(rows + 6, Math.max(rows, text.split('\n').length + 1))}
        defaultValue={text}
        placeholder={placeholder}
        disabled={disabled}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        className="block w-full rounded-control border border-control bg-surface px-2.5 py-1.5 font-mono text-code text-ink disabled:bg-sunken aria-[invalid=true]:border-error"
      />
      <div
        id={`${id}-note`}
        className={`mt-1 text-small ${error === undefined ? 'text-ink-3' : 'text-error'}`}
      >
        {error ?? hint}
      </div>
    </div>
  )
}

/** The text of such a field, as it was written. */
export function linesTextOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').replaceAll('\r\n', '\n')
}

/** The lines of such a field that say something. */
export function linesOf(form: FormData, name: string): string[] {
  return String(form.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
