import { type ReactNode, useId } from 'react'

interface LinesFieldProps {
  label: string
  name: string
  initial: readonly string[]
  hint: ReactNode
  placeholder?: string
  disabled?: boolean
  error?: string | undefined
}

/** A list as part of a form, one entry per line. */
export function LinesField({ label, name, initial, hint, placeholder, disabled, error }: LinesFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={Math.min(8, Math.max(2, initial.length + 1))}
        defaultValue={initial.join('\n')}
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

/** The lines of such a field that say something. */
export function linesOf(form: FormData, name: string): string[] {
  return String(form.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
