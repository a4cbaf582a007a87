import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWebhook, deliveriesQuery, testWebhook, webhooksQuery } from '../../../api/project/webhooks.ts'
import type { Webhook } from '../../../api/wire.ts'
import { Chip } from '../../../components/chip.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { FORMAT_LABELS } from '../../../entities/project/webhook-formats.ts'
import { DeliveryMark } from './delivery-mark.tsx'
import type { WebhookDialog } from './webhook-dialog.ts'
import { deliveryState, EVENTS, eventLabel, hostOf, pauseText } from './webhook-text.ts'

interface WebhookListProps {
  webhooks: Webhook[]
  onOpen: (dialog: WebhookDialog) => void
}

export function WebhookList({ webhooks, onOpen }: WebhookListProps) {
  return (
    <ul aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <Row key={webhook.id} webhook={webhook} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Row({ webhook, onOpen }: { webhook: Webhook; onOpen: WebhookListProps['onOpen'] }) {
  const host = hostOf(webhook.url)
  const test = useTest(webhook, onOpen)
  const entries = useEntries(webhook, onOpen)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3">
      <Receiver webhook={webhook} />
      <div className="w-52">
        <LastDelivery webhook={webhook} />
      </div>
      <span className="flex gap-1.5">
        <Button busy={test.isPending} onClick={() => test.mutate()} aria-label={`Send test to ${host}`}>
          Send test
        </Button>
        <Button onClick={() => onOpen({ kind: 'deliveries', webhook })} aria-label={`Deliveries to ${host}`}>
          Deliveries
        </Button>
        <Menu bare size="icon" align="end" label={`More for ${host}`} entries={entries}>
          <ScreenIcon name="more" />
        </Menu>
      </span>
    </li>
  )
}

/** The receivers, their formats and events. */
function Receiver({ webhook }: { webhook: Webhook }) {
  const paused = pauseText(webhook)
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className={`font-medium wrap-anywhere ${webhook.enabled ? '' : 'text-ink-3'}`} title={webhook.url}>
        {hostOf(webhook.url)}
      </p>
      <p className="mt-0.5 text-small text-ink-3">
        {FORMAT_LABELS[webhook.format]} · secret {webhook.secret_prefix}…
      </p>
      {paused !== undefined && <p className="mt-0.5 text-small font-medium text-warning">{paused}</p>}
      <p className="mt-1 flex flex-wrap gap-1">
        {webhook.events.length === EVENTS.length ? (
          <Chip>Everything</Chip>
        ) : (
          webhook.events.map((event) => <Chip key={event}>{eventLabel(event)}</Chip>)
        )}
      </p>
    </div>
  )
}

function LastDelivery({ webhook: { last_delivery: last, failing_since: failing } }: { webhook: Webhook }) {
  if (last === null) return <span className="text-ink-3">No deliveries yet</span>
  return (
    <>
      <DeliveryMark state={deliveryState(last.status, last.last_attempt?.error)} />
      <span className="block text-small text-ink-3">
        {eventLabel(last.event)}, <Ago at={last.occurred_at} />
      </span>
      {failing !== null && (
        <span className="block text-small text-error">
          failing since <Ago at={failing} />
        </span>
      )}
    </>
  )
}

/** Sends a test and opens the log at it, where its result shows as soon as there is one. */
function useTest(webhook: Webhook, onOpen: WebhookListProps['onOpen']) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => testWebhook(webhook.id),
    onSuccess: ({ delivery_id }) => {
      void queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey })
      onOpen({ kind: 'deliveries', webhook, deliveryId: delivery_id })
    },
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't send a test: ${error.message}` }),
  })
}

function useEntries(webhook: Webhook, onOpen: WebhookListProps['onOpen']): MenuEntry[] {
  const queryClient = useQueryClient()
  const host = hostOf(webhook.url)
  const turn = useMutation({
    mutationFn: (enabled: boolean) => changeWebhook(webhook.id, { enabled }),
    onSuccess: ({ enabled }) =>
      showToast({ kind: 'done', text: `Webhook to ${host} ${enabled ? 'resumed' : 'paused'}` }),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't save: ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(webhook.project_id).queryKey }),
  })
  return [
    { key: 'edit', label: 'Edit…', onSelect: () => onOpen({ kind: 'edit', webhook }) },
    {
      key: 'turn',
      label: webhook.enabled ? 'Pause' : 'Resume',
      hint: webhook.enabled ? 'Nothing is sent while paused' : 'Missed events are not sent',
      onSelect: () => turn.mutate(!webhook.enabled),
    },
    { key: 'rotate', label: 'Rotate secret…', onSelect: () => onOpen({ kind: 'rotate', webhook }) },
    { key: 'line', separator: true },
    { key: 'delete', label: 'Delete…', onSelect: () => onOpen({ kind: 'delete', webhook }) },
  ]
}
