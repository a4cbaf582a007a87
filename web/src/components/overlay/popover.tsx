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
  /** What the button shows. */
  button: ReactNode
  children: ReactNode
}

/** A button, and what opens below it; for more than a menu can hold. */
export function Popover({ open, onOpenChange, title, button, children }: PopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  if (open) wasOpen.current = true
  return (
    <>
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={open} onClick={() => onOpenChange(!open)}>
        {button}
        <Icon name="chevron-down" className="-mr-0.5 size-3 opacity-70" />
      </Button>
      {wasOpen.current && (
        <OverlayBoundary open={open} onFailed={() => onOpenChange(false)}>
          <Suspense>
            <PopoverPopup open={open} onOpenChange={onOpenChange} title={title} trigger={trigger}>
              {children}
            </PopoverPopup>
          </Suspense>
        </OverlayBoundary>
      )}
    </>
  )
}
