import type { ReactNode } from 'react'

/** Holds tab links and, at its end, whatever belongs to the same line. Scrolls sideways if it is narrow. */
export function TabBar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex items-end border-b border-line">
      <nav
        aria-label={label}
        className="-mb-px flex min-w-0 flex-1 gap-4 overflow-x-auto [scrollbar-width:none]"
      >
        {children}
      </nav>
      {end}
    </div>
  )
}

/** The look of a tab link; `aria-current` marks the one that is shown. */
export const TAB_CLASS =
  'flex-none border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-ink-2 transition-colors -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink'

export function TabCount({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return <small className="ml-1 text-small font-medium text-ink-3 tabular-nums">{children}</small>
}
