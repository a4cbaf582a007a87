import { useQuery } from '@tanstack/react-query'
import { webhooksQuery } from '../../../api/project/webhooks.ts'
import { Section } from '../../../components/card.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import type { WebhookDialog } from './webhook-dialog.ts'
import { CreateWebhookDialog, EditWebhookDialog } from './webhook-form-dialog.tsx'
import { WebhookList } from './webhook-list.tsx'

/** The project's webhooks: own receivers and chats. */
export function WebhooksTab({ projectId }: { projectId: string }) {
  const query = useQuery(webhooksQuery(projectId))
  const webhooks = query.data
  const [creating, setCreating] = useKeptState('new webhook', false)
  const [dialog, setDialog] = useKeptState<(WebhookDialog & { open: boolean }) | undefined>(
    'webhook',
    undefined,
  )
  const create = (
    <Button kind={webhooks?.length === 0 ? 'primary' : 'default'} onClick={() => setCreating(true)}>
      <ScreenIcon name="plus" /> New webhook
    </Button>
  )
  return (
    <Section
      title="Webhooks"
      note="retried for a day if the receiver fails"
      end={webhooks !== undefined && webhooks.length > 0 && create}
    >
      <LoadedList
        query={query}
        rows={webhooks}
        what="webhooks"
        empty={
          <EmptyState title="No webhooks yet" action={create}>
            Get new issues, regressions and spikes in Slack, Discord, Teams or your own service.
          </EmptyState>
        }
      >
        {(shown) => (
          <WebhookList webhooks={shown} onOpen={(opened) => setDialog({ ...opened, open: true })} />
        )}
      </LoadedList>
      <CreateWebhookDialog projectId={projectId} open={creating} onClose={() => setCreating(false)} />
      {dialog && (
        <Dialogs
          // The list may have read a newer state of it meanwhile.
          dialog={{
            ...dialog,
            webhook: webhooks?.find(({ id }) => id === dialog.webhook.id) ?? dialog.webhook,
          }}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </Section>
  )
}

function Dialogs({ dialog, open, onClose }: { dialog: WebhookDialog; open: boolean; onClose: () => void }) {
  const { kind, webhook, deliveryId } = dialog
  const props = { webhook, open, onClose }
  if (kind === 'edit') return <EditWebhookDialog key={webhook.id} {...props} />
  if (kind === 'rotate') return <RotateSecretDialog key={webhook.id} {...props} />
  if (kind === 'delete') return <DeleteWebhookDialog key={webhook.id} {...props} />
  return <DeliveryDrawer key={`${webhook.id} ${deliveryId}`} {...props} deliveryId={deliveryId} />
}
