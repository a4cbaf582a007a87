import type { ButtonKind, ButtonSize } from './button.tsx'
import { Menu } from './menu.tsx'
import type { MenuChoice } from './menu-popup.tsx'

interface SelectProps<T extends string> {
  label: string
  value: T
  choices: readonly (MenuChoice & { value: T })[]
  onChange: (value: T) => void
  kind?: ButtonKind
  size?: ButtonSize
  /** Placement only. */
  className?: string
  align?: 'start' | 'end'
}

/** One of a few, chosen from a menu; the button shows the present choice. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, choices, onChange, kind, size, className, align } = props
  const chosen = choices.find((choice) => choice.value === value)
  const choose = (next: string) => {
    const choice = choices.find((candidate) => candidate.value === next)
    if (choice) onChange(choice.value)
  }
  return (
    <Menu
      label={`${label}: ${chosen?.label ?? value}`}
      kind={kind}
      size={size}
      className={className}
      align={align}
      entries={[{ key: label, choices: [...choices], value, onChoose: choose }]}
    >
      <span className="max-w-20 truncate sm:max-w-48">{chosen?.label ?? value}</span>
    </Menu>
  )
}
