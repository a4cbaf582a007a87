import { z } from 'zod'
import { LIMITS, LIST_LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, patchOf, timestamp, uuid } from '../scalars.ts'
import { DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../vocabulary.ts'

const url = z.string().min(1).max(LIMITS.webhookUrlChars).meta({
  description: 'https, on a public address. Loopback, private and other special addresses are rejected.',
})
const format = z.enum(WEBHOOK_FORMATS).meta({
  description:
    'generic: a JSON document of Errata. chat_a, chat_b: the incoming webhook of a chat service. adaptive_card: a card for Microsoft Teams.',
})
const events = z.array(z.enum(WEBHOOK_EVENTS))
const givenEvents = events
  .min(1)
  .max(LIMITS.choicesGiven)
  .transform((given) => WEBHOOK_EVENTS.filter((event) => given.includes(event)))

/** The kind of delivery: an event, a test, or a summary of what came too fast for a chat. */
const deliveryEvent = z.enum([...WEBHOOK_EVENTS, 'summary', 'test'])
export type DeliveryEvent = z.infer<typeof deliveryEvent>

const attempt = z
  .object({
    attempted_at: timestamp,
    status: z.int().nullable().meta({ description: 'HTTP status of the response; null if there was none.' }),
    error: z.string().nullable().meta({ description: 'Why the attempt failed; null if it succeeded.' }),
    response: z.string().nullable().meta({ description: 'Start of the response body, up to 2 kB.' }),
    duration_ms: count,
  })
  .meta({ id: 'DeliveryAttempt' })
export type DeliveryAttempt = z.infer<typeof attempt>

export const delivery = z
  .object({
    id: uuid.meta({ description: 'The `webhook-id` of the request; the same for every attempt.' }),
    webhook_id: uuid,
    event: deliveryEvent,
    status: z.enum(DELIVERY_STATUSES),
    issue_id: uuid.nullable(),
    occurred_at: timestamp,
    attempt_count: count,
    next_attempt_at: timestamp.nullable().meta({ description: 'Null if no further attempt is planned.' }),
    request: z
      .object({ url: z.string(), body: z.string() })
      .nullable()
      .meta({ description: 'What was sent; null before the first attempt.' }),
    attempts: z.array(attempt).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof delivery>

const lastDelivery = delivery
  .pick({ id: true, event: true, status: true, occurred_at: true, attempt_count: true })
  .extend({ last_attempt: attempt.omit({ response: true }).nullable() })
  .meta({ id: 'LastDelivery' })

export const webhook = z
  .object({
    id: uuid,
    project_id: uuid,
    url: z.string().meta({
      description:
        'A token that may not change webhooks sees only its origin: in many chats, anyone who knows the rest can post.',
      examples: ['https://hooks.example.com/services/T0/B0/x7Kq2'],
    }),
    format,
    events,
    enabled: z.boolean(),
    disabled_reason: z.enum(['gone', 'failing']).nullable().meta({
      description:
        'Why Errata disabled it. gone: the receiver answered 410. failing: every delivery failed for 5 days.',
    }),
    failing_since: timestamp.nullable().meta({ description: 'Start of the current run of failures.' }),
    secret_prefix: z.string(),
    created_at: timestamp,
    last_delivery: lastDelivery.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

export const webhookListQuery = z.object({ project_id: uuid.optional() })

/** Oldest first. */
export const webhookList = z.object({ webhooks: z.array(webhook) })
export type WebhookList = z.infer<typeof webhookList>

export const newWebhook = z
  .object({ project_id: uuid, url, format, events: givenEvents })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof newWebhook>

export const webhookPatch = patchOf({
  url: url.optional(),
  format: format.optional(),
  events: givenEvents.optional(),
  enabled: z.boolean().optional(),
}).meta({ id: 'WebhookPatch' })
export type WebhookPatch = z.infer<typeof webhookPatch>

export const webhookSecret = z
  .object({
    id: uuid,
    signing_secret: z.string().meta({ description: 'No other response has it.' }),
    secret_prefix: z.string(),
  })
  .meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.infer<typeof webhookSecret>

export const sentAnswer = z.object({ sent: z.literal(true), delivery_id: uuid })
export type SentAnswer = z.infer<typeof sentAnswer>

export const deliveryListQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional(),
  limit: clamped({ fallback: LIST_LIMITS.deliveriesDefault, min: 1, max: LIST_LIMITS.deliveriesMax }),
  cursor: pageCursor,
})
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>

/** Newest first. */
export const deliveryPage = z
  .object({
    deliveries: z.array(delivery),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DeliveryPage' })
export type DeliveryPage = z.infer<typeof deliveryPage>
