import { useShortcutsEnabled } from '../command/shortcuts-setting.ts'
import { IS_MAC } from '../command/typed-key.ts'
import { classNames } from './class-names.ts'

interface KbdProps {
  children: string
  /** In a list of keys, which is there to be read; else it is a hint on a control that carries the name. */
  listed?: boolean
}

/** A key to press. As a hint it is not read out, and not shown if there is hardly room, or if the key is switched off. */
export function Kbd({ children, listed = false }: KbdProps) {
  const enabled = useShortcutsEnabled()
  if (!listed && !enabled && !children.startsWith('Ctrl')) return null
  return (
    <span
      aria-hidden={listed ? undefined : 'true'}
      className={classNames(
        'rounded-tag border border-b-2 border-line-2 bg-surface px-[5px] font-mono text-[0.6875rem] leading-4 text-ink-2',
        !listed && 'max-md:hidden',
      )}
    >
      {IS_MAC ? children.replace('Ctrl', '⌘') : children}
    </span>
  )
}
