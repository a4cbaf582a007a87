import { PLATFORMS, platformLabel } from './platforms.ts'

const CHOICE =
  'flex cursor-pointer items-center gap-2 rounded-control border border-line-2 px-2.5 py-1.5 has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

/** The platform of a project, as part of a form: its field is `platform`. One that a program chose is offered as well. */
export function PlatformChoice({ initial }: { initial: string }) {
  const isKnown = PLATFORMS.some(({ value }) => value === initial)
  const choices = isKnown ? PLATFORMS : [...PLATFORMS, { value: initial, label: platformLabel(initial) }]
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Platform</legend>
      <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
        {choices.map(({ value, label }) => (
          <label key={value} className={CHOICE}>
            <input
              type="radio"
              name="platform"
              value={value}
              defaultChecked={value === initial}
              className="accent-ink outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
