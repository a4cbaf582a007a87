import type { RefObject } from 'react'

/** A press on the trigger itself counts as outside of a popup; its own click handler closes that. */
export function keepIfTrigger(
  trigger: RefObject<HTMLButtonElement | null>,
  onOpenChange: (open: boolean) => void,
): (open: boolean, details: { reason: string; event: Event }) => void {
  return (open, { reason, event }) => {
    const pressed = event.target
    if (!open && reason === 'outside-press' && pressed instanceof Node && trigger.current?.contains(pressed))
      return
    onOpenChange(open)
  }
}
