import { showHidden } from '../../format/show-hidden.ts'
import { classNames } from '../class-names.ts'
import { EventText } from '../display/event-text.tsx'
import { Menu } from '../overlay/menu.tsx'
import type { MenuChoice, MenuEntry } from '../overlay/menu-popup.tsx'
import type { ButtonKind, ButtonSize } from './button.tsx'

interface SelectProps<T extends string> {
  label: string
  value: T
  /** `short`: what the button shows on a narrow screen. */
  choices: readonly (MenuChoice & { value: T; short?: string })[]
  onChange: (value: T) => void
  kind?: ButtonKind
  size?: ButtonSize
  /** Placement only. */
  className?: string
  align?: 'start' | 'end'
  /** Entries above the choices. */
  before?: MenuEntry[]
  /** The choice is shown in full, however long. */
  whole?: boolean
}

/** One of a few, chosen from a menu; the button shows the present choice, on paper as well. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, choices, onChange, kind, size, className, align, before = [], whole = false } = props
  const chosen = choices.find((choice) => choice.value === value)
  const choose = (next: string) => {
    const choice = choices.find((candidate) => candidate.value === next)
    if (choice) onChange(choice.value)
  }
  return (
    <Menu
      label={showHidden(`${label}: ${chosen?.label ?? value}`)}
      kind={kind}
      size={size}
      className={classNames('printed', !whole && 'min-w-0', className)}
      align={align}
      entries={[...before, { key: label, choices: [...choices], value, onChoose: choose }]}
    >
      <span className={whole ? undefined : 'max-w-20 truncate sm:max-w-36 lg:max-w-48'}>
        {chosen?.short === undefined ? (
          <EventText>{chosen?.label ?? value}</EventText>
        ) : (
          <>
            <span className="sm:hidden">{chosen.short}</span>
            <span className="max-sm:hidden">{chosen.label}</span>
          </>
        )}
      </span>
    </Menu>
  )
}
