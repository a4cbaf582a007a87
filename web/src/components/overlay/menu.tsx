import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button, type ButtonKind, type ButtonSize } from '../form/button.tsx'
import { Icon } from '../icon.tsx'
import { lazyRetry } from './lazy-retry.tsx'
import type { MenuEntry, MenuPopupFrame } from './menu-popup.tsx'
import type { MenuStart } from './menu-start.ts'
import { OverlayBoundary } from './overlay-boundary.tsx'

const MenuPopup = lazyRetry(() => import('./menu-popup.tsx').then((module) => module.MenuPopup))

export interface MenuProps {
  /** The button's content; `label` names it if that is not enough. */
  children: ReactNode
  label?: string
  /** Or its popup, for a menu whose entries are read when it opens. */
  entries: MenuEntry[] | ((popup: MenuPopupFrame) => ReactNode)
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Placement only. */
  className?: string | undefined
  align?: 'start' | 'end' | undefined
  /** Hides the arrow that says a menu will open, for triggers that show an icon only. */
  bare?: boolean
  disabled?: boolean
  /** Opened from outside as well, e.g. by a shortcut. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * A button that opens a menu. The button is here at once; the menu's own code arrives when it is first wanted
 * (or when the page has nothing else to do), which keeps the first load small.
 */
export function Menu(props: MenuProps) {
  const {
    children,
    label,
    entries,
    kind,
    size,
    className,
    align = 'start',
    bare = false,
    disabled = false,
  } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wanted, start, byButton } = useOpening(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true, event.key === 'ArrowDown' ? 'first' : 'last')
  }
  // A click without a press comes from a key or a screen reader.
  const onClick = (event: MouseEvent) => setOpen(!open, event.detail === 0 ? 'first' : null)
  const popup = { open, onOpenChange: setOpen, trigger, align, start, byButton }
  return (
    <>
      <Button
        ref={trigger}
        kind={kind}
        size={size}
        className={className}
        disabled={disabled}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        title={bare ? label : undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {children}
        {!bare && <Icon name="chevron-down" className="-mr-0.5 size-3 opacity-70" />}
      </Button>
      {(open || wanted) && (
        <OverlayBoundary open={open} onFailed={() => setOpen(false)}>
          <Suspense>
            {typeof entries === 'function' ? entries(popup) : <MenuPopup {...popup} entries={entries} />}
          </Suspense>
        </OverlayBoundary>
      )}
    </>
  )
}

/** Whether the menu is open, was ever, where it begins, and whether its button opened it. */
function useOpening({ open: isOpen, onOpenChange }: Pick<MenuProps, 'open' | 'onOpenChange'>) {
  const [innerOpen, setInnerOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  /** A menu that a shortcut opens begins with its first item, as by a key on the button. */
  const [start, setStart] = useState<MenuStart>('first')
  const [byButton, setByButton] = useState(false)
  const setOpen = (next: boolean, from: MenuStart = 'first') => {
    setStart(from)
    setByButton(next)
    setWanted(true)
    setInnerOpen(next)
    onOpenChange?.(next)
  }
  return { open: isOpen ?? innerOpen, setOpen, wanted, start, byButton }
}
