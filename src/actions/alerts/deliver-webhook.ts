import { hrtime } from 'node:process'
import type { DeliveryEvent } from '#contract/alert/webhook.ts'
import { isoTime } from '#contract/time.ts'
import { webhookBody } from '#domain/alert/webhook-body.ts'
import { summaryTitle } from '#domain/alert/webhook-chat-text.ts'
import type { WebhookMessage } from '#domain/alert/webhook-message.ts'
import { restBeforeRetry } from '#domain/alert/webhook-retry.ts'
import { signatureHeaders } from '#domain/alert/webhook-signature.ts'
import { storableText } from '#domain/event/bounds.ts'
import type { Clock } from '#platform/clock.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { type OutboundAnswer, postOutside } from '#platform/outbound/request.ts'
import type { OutboundGuard } from '#platform/outbound/target.ts'
import type { ClaimedDelivery, DeliveryOutcome } from '#storage/alert/delivery.ts'
import type { DeliveryFacts } from '#storage/alert/delivery-facts.ts'
import type { WebhookRow } from '#storage/alert/webhook.ts'
import type { Org } from '../action-deps.ts'
import { openWebhookSecret } from './webhook-secret.ts'

export interface DeliveryDeps {
  guard: OutboundGuard
  key: InstallationKey
  clock: Clock
  /** The service's origin, without a trailing slash: links begin with it. */
  origin: string
}

const ANSWER_LIMITS = { totalMs: 10_000, maxAnswerBytes: 64 * 1024, excerptBytes: 2048 }
const GONE = 410
const NS_PER_MS = 1_000_000n

/** A try of a delivery; `isGone`: the receiver asked for no more. */
export type Delivered = DeliveryOutcome & { isGone: boolean }

export interface Addressed {
  org: Org
  webhook: WebhookRow
  delivery: ClaimedDelivery
}

/** Tries a delivery once. Never throws for what the receiver does. */
export async function deliver(
  deps: DeliveryDeps,
  addressed: Addressed,
  signal: AbortSignal,
): Promise<Delivered> {
  const { webhook, delivery } = addressed
  const at = deps.clock()
  if (delivery.facts === null) return unreadable(webhook.url, at)
  const body = webhookBody(webhook.format, messageOf(deps, addressed, delivery.facts))
  const secret = openWebhookSecret(deps.key, webhook.uid, webhook.secret)
  const signed = { id: delivery.uid, timestamp: Math.floor(at / 1000), body }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Errata-Webhooks/1',
    ...signatureHeaders(secret, signed),
  }
  const begun = hrtime.bigint()
  const answer = await postOutside(
    deps.guard,
    { url: webhook.url, headers, body },
    { ...ANSWER_LIMITS, signal },
  ).catch((error: Error) => error)
  signal.throwIfAborted()
  const durationMs = Number((hrtime.bigint() - begun) / NS_PER_MS)
  return judged(answer, { at, durationMs, tries: delivery.tries + 1, request: { url: webhook.url, body } })
}

function unreadable(url: string, at: number): Delivered {
  const error = 'The stored data of this delivery is damaged, so nothing was sent.'
  const attempt = { at, durationMs: 0, status: null, error, answer: null }
  return { status: 'failed', nextAttemptAt: null, request: { url, body: '' }, attempt, isGone: false }
}

interface Try {
  at: number
  durationMs: number
  tries: number
  request: DeliveryOutcome['request']
}

function judged(answer: OutboundAnswer | Error, { at, durationMs, tries, request }: Try): Delivered {
  const attempt = { at, durationMs, ...saidBy(answer) }
  if (attempt.error === null) {
    return { status: 'delivered', nextAttemptAt: null, request, attempt, isGone: false }
  }
  const isGone = attempt.status === GONE
  const retryAfter = answer instanceof Error ? undefined : answer.headers['retry-after']?.toString()
  const rest = isGone ? null : restBeforeRetry(tries, Math.random(), retryAfter)
  return {
    status: rest === null ? 'failed' : 'pending',
    nextAttemptAt: rest === null ? null : at + rest,
    request,
    attempt,
    isGone,
  }
}

function saidBy(
  answer: OutboundAnswer | Error,
): Pick<DeliveryOutcome['attempt'], 'status' | 'error' | 'answer'> {
  if (answer instanceof Error) return { status: null, error: answer.message, answer: null }
  const { status } = answer
  return { status, error: errorOf(status), answer: storableText(answer.excerpt) }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status === GONE) return 'The receiver answered 410: it wants no more deliveries.'
  if (status >= 300 && status < 400) return `The receiver answered ${status}: redirects are not followed.`
  return `The receiver answered ${status}.`
}

const NO_ISSUE = {
  status: null,
  level: null,
  environment: null,
  release: null,
  event_count: null,
  unique_user_count: null,
  first_seen_at: undefined,
}

function messageOf(
  { origin }: DeliveryDeps,
  { org, delivery }: Addressed,
  facts: DeliveryFacts,
): WebhookMessage {
  const { issue, rule, details, project_id, project_name } = facts
  const {
    id,
    title,
    first_seen_at: since,
    ...state
  } = issue ?? { ...NO_ISSUE, id: null, title: titleOf(delivery.event, facts) }
  return {
    event: delivery.event,
    delivery_id: delivery.uid,
    occurred_at: isoTime(delivery.occurredAt),
    org_id: org.orgUid,
    project_id,
    project_name,
    issue_id: id,
    title,
    ...state,
    first_seen_at: since === undefined ? null : isoTime(since),
    url: `${origin}${pathOf(delivery.event, facts)}`,
    context_url: id === null ? null : `${origin}/api/v1/agent/issues/${id}/context`,
    rule,
    details,
  }
}

function titleOf(event: DeliveryEvent, { details }: DeliveryFacts): string {
  return event === 'summary' ? summaryTitle(details) : 'Test delivery from Errata'
}

function pathOf(event: DeliveryEvent, { issue, project_id }: DeliveryFacts): string {
  if (issue) return `/issues/${issue.id}`
  return event === 'summary' ? `/issues?project=${project_id}` : `/settings/projects/${project_id}`
}
