import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveriesQuery } from '../../../api/project/webhooks.ts'
import type { Webhook } from '../../../api/wire.ts'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { DeliveryEntry } from './delivery-entry.tsx'
import { hostOf, pauseText } from './webhook-text.ts'

interface DeliveryDrawerProps {
  webhook: Webhook
  open: boolean
  onClose: () => void
  /** Opened from the start. */
  deliveryId: string | undefined
}

/** What was sent to a receiver and what it answered, newest first. */
export function DeliveryDrawer({ webhook, open, onClose, deliveryId }: DeliveryDrawerProps) {
  return (
    <FramedDialog
      side
      open={open}
      onClose={onClose}
      title={`Deliveries to ${hostOf(webhook.url)}`}
      description={
        pauseText(webhook) ?? 'Newest first. Failed deliveries are retried up to 8 times within a day.'
      }
    >
      <Deliveries webhook={webhook} firstOpen={deliveryId} />
    </FramedDialog>
  )
}

function Deliveries({ webhook, firstOpen }: { webhook: Webhook; firstOpen: string | undefined }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id))
  const [open, setOpen] = useState(firstOpen)
  return (
    <LoadedList
      query={query}
      rows={query.data?.pages.flatMap((page) => page.deliveries)}
      what="deliveries"
      empty={
        <EmptyState title="No deliveries yet">
          Send a test to see what your receiver gets and how it responds.
        </EmptyState>
      }
    >
      {(deliveries) => (
        <ul aria-label="Deliveries" className="border-b border-line">
          {deliveries.map((delivery) => (
            <DeliveryEntry
              key={delivery.id}
              delivery={delivery}
              open={delivery.id === open}
              onToggle={() => setOpen(delivery.id === open ? undefined : delivery.id)}
              onRedelivered={setOpen}
            />
          ))}
        </ul>
      )}
    </LoadedList>
  )
}
