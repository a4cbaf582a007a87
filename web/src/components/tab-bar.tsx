import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Holds tab links and, at its end, whatever belongs to the same line. If it is narrow it scrolls sideways, and the
 * current tab is in view.
 */
export function TabBar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current ? keepCurrentInView(bar.current) : undefined), [])
  return (
    <div className="flex items-end border-b border-line">
      <nav
        ref={bar}
        aria-label={label}
        className="-mb-px flex min-w-0 flex-1 gap-4 overflow-x-auto [scrollbar-width:none]"
      >
        {children}
      </nav>
      {end}
    </div>
  )
}

/**
 * Whenever another tab becomes the current one, without the bar being drawn again; and as counts widen the tabs, until
 * the reader scrolls the bar.
 */
function keepCurrentInView(bar: HTMLElement): () => void {
  let scrolled = false
  const show = () => {
    const tab = bar.querySelector<HTMLElement>('[aria-current]')
    if (tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
  }
  const leave = () => {
    scrolled = true
  }
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ type }) => type === 'attributes') || !scrolled) show()
  })
  show()
  observer.observe(bar, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-current'],
  })
  bar.addEventListener('pointerdown', leave)
  bar.addEventListener('wheel', leave, { passive: true })
  return () => {
    observer.disconnect()
    bar.removeEventListener('pointerdown', leave)
    bar.removeEventListener('wheel', leave)
  }
}

/** The look of a tab link; `aria-current` marks the one that is shown. */
export const TAB_CLASS =
  'flex-none border-b-2 border-transparent py-2 font-medium whitespace-nowrap text-ink-2 transition-colors -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink'

export function TabCount({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <>
      {/* Not a margin: a screen reader would read "Open19". */}{' '}
      <small className="text-small font-medium text-ink-3 tabular-nums">{children}</small>
    </>
  )
}
