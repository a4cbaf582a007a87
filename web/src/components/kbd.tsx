import { IS_MAC } from '../command/typed-key.ts'
import { classNames } from './class-names.ts'

interface KbdProps {
  children: string
  /** In a list of keys, which is there to be read; else it is a hint on a control that carries the name. */
  listed?: boolean
}

/** A key to press. As a hint it is not read out, and not shown if there is hardly room. */
export function Kbd({ children, listed = false }: KbdProps) {
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
