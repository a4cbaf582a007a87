import { type DeliveryState, STATE_TEXTS } from './webhook-text.ts'

const COLOURS: Record<DeliveryState, string> = {
  ok: 'bg-good',
  waiting: 'bg-bar animate-pulse',
  retrying: 'bg-warning',
  failed: 'bg-error',
  canceled: 'bg-bar',
}

/** How a delivery stands, by colour and word. */
export function DeliveryMark({ state }: { state: DeliveryState }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium">
      <span
        aria-hidden="true"
        className={`size-2 flex-none rounded-full forced-color-adjust-none ${COLOURS[state]}`}
      />
      {STATE_TEXTS[state]}
    </span>
  )
}
