import type { ReactNode } from 'react'
import { showHidden } from '../format/show-hidden.ts'
import { classNames } from './class-names.ts'
import { EventText } from './display/event-text.tsx'

/** A small fact: environment, release, browser. A string may come from an event. */
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
      title={title && showHidden(title)}
      className={classNames(
        'inline-flex max-w-64 items-center gap-1.5 truncate rounded-tag border border-line bg-surface px-[7px] py-px text-small text-ink-2',
        mono && 'font-mono text-tiny',
      )}
    >
      {typeof children === 'string' ? (
        <span className="truncate">
          <EventText>{children}</EventText>
        </span>
      ) : (
        children
      )}
    </span>
  )
}
