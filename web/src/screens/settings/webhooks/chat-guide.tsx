import type { WebhookFormat } from '../../../api/wire.ts'

const STEPS: Record<Exclude<WebhookFormat, 'generic'>, { service: string; steps: string[] }> = {
  chat_a: {
    service: 'Slack',
    steps: [
      'Open api.slack.com/apps and choose “Create New App”, “From scratch”. Name it Errata and pick your workspace.',
      'Under “Incoming Webhooks”, turn them on and choose “Add New Webhook to Workspace”.',
      'Pick the channel, then copy the webhook URL and paste it below.',
      'Create the webhook here, then “Send test”: a message appears in the channel.',
    ],
  },
  chat_b: {
    service: 'Discord',
    steps: [
      "In Discord, open the channel's settings (Edit Channel), then “Integrations”, “Webhooks”.",
      'Choose “New Webhook” and name it Errata.',
      'Choose “Copy Webhook URL” and paste it below.',
      'Create the webhook here, then “Send test”: a message appears in the channel.',
    ],
  },
  adaptive_card: {
    service: 'Microsoft Teams',
    steps: [
      'In Teams, open the menu (…) of the channel and choose “Workflows”.',
      'Choose the template “Send webhook alerts to a channel”, name it Errata and pick the channel.',
      'Copy the URL that the workflow shows and paste it below.',
      'Create the webhook here, then “Send test”: a card appears in the channel.',
    ],
  },
}

/** How to get the address of a channel, step by step; nothing for a receiver of one's own. */
export function ChatGuide({ format }: { format: WebhookFormat }) {
  if (format === 'generic') return null
  const { service, steps } = STEPS[format]
  return (
    <details open className="rounded-field border border-line bg-sunken px-3.5 py-2.5">
      <summary className="font-medium">How to connect {service}</summary>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-2 text-small text-ink-3">
        Keep the URL secret: anyone who has it can post to the channel. Text from events can't mention anyone.
      </p>
    </details>
  )
}
