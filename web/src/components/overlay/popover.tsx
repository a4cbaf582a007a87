import { type ReactNode, Suspense, useRef } from 'react'
import { Button } from '../form/button.tsx'
import { Icon } from '../icon.tsx'
import { lazyRetry } from './lazy-retry.tsx'
import { OverlayBoundary } from './overlay-boundary.tsx'

const PopoverPopup = lazyRetry(() => import('./popover-popup.tsx').then((module) => module.PopoverPopup))

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names what opens. */
  title: string
  /** The button's content. */
  button: ReactNode
  /** Names a button that shows an icon only; it has no arrow then. */
  label?: string
  /** For a list rather than a form. */
  wide?: boolean
  /** Which edge of the button it keeps to; default its end. */
  align?: 'start' | 'end'
  children: ReactNode
}

/** A button, and what opens below it; for more than a menu can hold. */
export function Popover({ button, label, children, ...popup }: PopoverProps) {
  const { open, onOpenChange } = popup
  const trigger = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  if (open) wasOpen.current = true
  return (
    <>
      <Button
        ref={trigger}
        kind={label === undefined ? 'default' : 'quiet'}
        size={label === undefined ? 'normal' : 'icon'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
      >
        {button}
        {label === undefined && <Icon name="chevron-down" className="-mr-0.5 size-3 opacity-70" />}
      </Button>
      {wasOpen.current && (
        <OverlayBoundary open={open} onFailed={() => onOpenChange(false)}>
          <Suspense>
            <PopoverPopup {...popup} trigger={trigger}>
              {children}
            </PopoverPopup>
          </Suspense>
        </OverlayBoundary>
      )}
    </>
  )
}
