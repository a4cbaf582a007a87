import type {
  Delivery,
  DeliveryAttempt,
  DeliveryEvent,
  Webhook,
  WebhookEvent,
  WebhookFormat,
} from '../../../api/wire.ts'
import { FORMAT_LABELS } from '../../../entities/project/webhook-formats.ts'

export const FORMATS: { value: WebhookFormat; label: string; hint: string; example: string }[] = [
  {
    value: 'generic',
    label: FORMAT_LABELS.generic,
    hint: 'Every field, for your own receiver. Signed.',
    example: 'https://example.com/errata',
  },
  {
    value: 'chat_a',
    label: FORMAT_LABELS.chat_a,
    hint: 'A message in a Slack channel, with a link to the issue.',
    example: 'https://hooks.slack.com/services/…',
  },
  {
    value: 'chat_b',
    label: FORMAT_LABELS.chat_b,
    hint: 'A message in a Discord channel, with a link to the issue.',
    example: 'https://discord.com/api/webhooks/…',
  },
  {
    value: 'adaptive_card',
    label: FORMAT_LABELS.adaptive_card,
    hint: 'A card in a Teams channel, with a link to the issue.',
    example: 'https://….environment.api.powerplatform.com/…',
  },
]

export const EVENTS: { value: WebhookEvent; label: string; hint: string }[] = [
  { value: 'issue_created', label: 'New issue', hint: 'The first event of an issue was processed.' },
  { value: 'regression', label: 'Regression', hint: 'A resolved issue came back in a newer release.' },
  { value: 'velocity_spike', label: 'Spike', hint: 'A velocity rule fired for an issue.' },
  { value: 'custom_rule', label: 'Custom rule', hint: 'A custom rule fired for an issue.' },
]

export function eventLabel(event: DeliveryEvent): string {
  if (event === 'test') return 'Test'
  if (event === 'summary') return 'Summary'
  return EVENTS.find(({ value }) => value === event)?.label ?? event
}

/** What tells webhooks apart at a glance; chat services have the secret in the path. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** What came of one attempt: `200 in 123 ms`, `The receiver answered 500. (123 ms)`. */
export function attemptText({ status, error, duration_ms: ms }: Omit<DeliveryAttempt, 'response'>): string {
  if (error === null) return `${status} in ${ms} ms`
  return status === null ? error : `${error} (${ms} ms)`
}

/** `waiting`: it is on its way, or was queued again; `retrying`: the last attempt failed and more follow. */
export type DeliveryState = 'ok' | 'waiting' | 'retrying' | 'failed' | 'canceled'

/** @param lastError of the latest attempt: null if it succeeded, undefined if there was none */
export function deliveryState(
  status: Delivery['status'],
  lastError: DeliveryAttempt['error'] | undefined,
): DeliveryState {
  if (status === 'delivered') return 'ok'
  if (status === 'pending') return typeof lastError === 'string' ? 'retrying' : 'waiting'
  return status
}

export const STATE_TEXTS: Record<DeliveryState, string> = {
  ok: 'Delivered',
  waiting: 'Waiting',
  retrying: 'Retrying',
  failed: 'Failed',
  canceled: 'Canceled',
}

/** Why nothing is sent to a webhook; undefined while it works. */
export function pauseText({
  enabled,
  disabled_reason: reason,
}: Pick<Webhook, 'enabled' | 'disabled_reason'>): string | undefined {
  if (enabled) return undefined
  if (reason === 'gone') return 'Disabled: the receiver answered 410 Gone'
  if (reason === 'failing') return 'Disabled: every delivery failed for 5 days'
  return 'Paused'
}
