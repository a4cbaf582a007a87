import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A small fact: environment, release, browser. */
export function Chip({
  children,
  mono = false,
  title,
}: {
  children: ReactNode
  mono?: boolean
  title?: string
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-64 items-center gap-1.5 truncate rounded-tag border border-line bg-surface px-[7px] py-px text-small text-ink-2',
        mono && 'font-mono text-[11.5px]',
      )}
    >
      {children}
    </span>
  )
}
