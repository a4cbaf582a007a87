import type { ReactNode } from 'react'

const CHOICE =
  'flex cursor-pointer items-baseline gap-2.5 rounded-control border border-line-2 px-3 py-2 has-checked:border-ink has-checked:bg-sunken has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

export interface Choice {
  value: string
  label: ReactNode
  hint?: ReactNode
  /** Beside the label, at the end. */
  end?: ReactNode
  /** Why it can't be chosen. */
  disabledReason?: string | undefined
}

interface ChoiceListProps {
  legend: string
  name: string
  /** `checkbox`: any number of them; `radio`: exactly one. */
  type: 'radio' | 'checkbox'
  choices: Choice[]
  initial: readonly string[]
  onChange?: (values: string[]) => void
}

/** Choices with a line of explanation each, as part of a form. */
export function ChoiceList({ legend, name, type, choices, initial, onChange }: ChoiceListProps) {
  return (
    <fieldset
      className="min-w-0 wrap-anywhere"
      onChange={(event) => {
        const checked = event.currentTarget.querySelectorAll<HTMLInputElement>('input:checked')
        onChange?.([...checked].map((input) => input.value))
      }}
    >
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid gap-1.5">
        {choices.map(({ value, label, hint, end, disabledReason }) => (
          <label key={value} className={CHOICE}>
            <input
              type={type}
              name={name}
              value={value}
              defaultChecked={initial.includes(value)}
              disabled={disabledReason !== undefined}
              className="translate-y-px accent-ink outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
              {(disabledReason ?? hint) !== undefined && (
                <span className="block text-small text-ink-3">{disabledReason ?? hint}</span>
              )}
            </span>
            {end}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
