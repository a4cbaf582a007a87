import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { keepIfTrigger } from './keep-if-trigger.ts'

interface PopoverPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  wide?: boolean
  align?: 'start' | 'end'
  trigger: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** The popup of `Popover`: its first field has the focus, Escape and a press outside close it. */
export function PopoverPopup(props: PopoverPopupProps) {
  const { open, onOpenChange, title, wide = false, align = 'end', trigger, children } = props
  return (
    <BasePopover.Root open={open} onOpenChange={keepIfTrigger(trigger, onOpenChange)}>
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={trigger}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <BasePopover.Popup
            aria-label={title}
            finalFocus={trigger}
            className={`appear ${wide ? 'w-[min(26.25rem,calc(100vw-1rem))]' : 'w-[min(20rem,calc(100vw-1rem))]'} rounded-card border border-line-2 bg-raised p-1.5 lifted outline-none`}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
