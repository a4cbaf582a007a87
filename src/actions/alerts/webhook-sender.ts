import { pause } from '#platform/time/pause.ts'
import { type ClaimedDelivery, claimDue, listWaiting, type WaitingWebhook } from '#storage/alert/delivery.ts'
import { findWebhookByKey, type WebhookRow } from '#storage/alert/webhook.ts'
import type { Database } from '#storage/engine/database.ts'
import type { LiveUpdates } from '../live/live-updates.ts'
import { type DeliveryDeps, deliver } from './deliver-webhook.ts'
import { DeliverySlots, type SlotLimits } from './delivery-slots.ts'
import { type RecordDeps, recordDelivery } from './record-delivery.ts'

export interface SenderDeps extends Omit<DeliveryDeps, 'origin'> {
  database: Database
  live: Pick<LiveUpdates, 'alertsChanged'>
  retentionClock: RecordDeps['retentionClock']
  /** Gets errors that kept a delivery from being sent or recorded; it will be retried. */
  onError: (error: unknown) => void
  limits?: SlotLimits
}

const LOOK_EVERY_MS = 1_000
/** Transitions of several batches are claimed together. */
const GATHER_MS = 100
const LOOKED_AT = 500
/** Longer than any attempt. The deliveries of a node that crashed are free again after this time. */
const CLAIM_MS = 60_000
/** Time for current deliveries at shutdown, before another node or the next start takes over. */
const CLOSE_MS = 2_000
const SLOT_LIMITS: SlotLimits = { inAll: 256, perOrg: 16, perWebhook: 4 }
/** A failing webhook gets one attempt at a time, so receivers that hang occupy one slot each. */
const SLOTS_WHILE_FAILING = 1
const START = { orgId: 0, webhookId: 0 }

/** Sends due deliveries. Nodes share them: each is claimed before it is sent, and the claim of a crashed node
 * expires. No webhook and no organization gets more than its share of the slots. */
export class WebhookSender {
  /** Attempts since the start. */
  readonly attempts = { delivered: 0, failed: 0 }
  readonly #deps: SenderDeps
  readonly #slots: DeliverySlots
  readonly #stopped = new AbortController()
  readonly #given = new AbortController()
  readonly #running = new Set<Promise<void>>()
  /** Webhooks whose due deliveries are being claimed, by key; true: once more afterwards. */
  readonly #claiming = new Map<number, boolean>()
  /** Webhooks that may have more due: their last claim filled all the slots they could get. */
  readonly #withMore = new Set<number>()
  #origin = ''
  #place = START
  #awake = new AbortController()
  #loop: Promise<void> = Promise.resolve()

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#slots = new DeliverySlots(deps.limits ?? SLOT_LIMITS)
  }

  /** @param origin of the service, without a trailing slash: links begin with it. */
  start(origin: string): void {
    this.#origin = origin
    this.#loop = this.#lookAgainAndAgain()
  }

  wake(): void {
    this.#awake.abort()
  }

  /** Gives running attempts a moment to end; another node or the next start repeats the others. */
  async close(): Promise<void> {
    this.#stopped.abort()
    const timer = setTimeout(() => this.#given.abort(), CLOSE_MS)
    await this.#loop
    // Deliveries that were being claimed are begun meanwhile.
    while (this.#running.size > 0) await Promise.all(this.#running)
    clearTimeout(timer)
  }

  async #lookAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      this.#awake = new AbortController()
      const ended = AbortSignal.any([signal, this.#awake.signal])
      await this.#look().catch(this.#deps.onError)
      await pause(GATHER_MS, signal)
      await pause(LOOK_EVERY_MS, ended)
    }
  }

  async #look(): Promise<void> {
    const waiting = await listWaiting(this.#deps.database.queries, this.#place, LOOKED_AT)
    this.#place = waiting.length < LOOKED_AT ? START : waiting.at(-1)!
    const now = this.#deps.clock()
    for (const webhook of waiting) if (webhook.dueAt <= now) this.#run(this.#takeInTurn(webhook))
  }

  #run(work: Promise<void>): void {
    const running = work.catch(this.#deps.onError).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Deliveries that end while others are claimed share the next claim. */
  async #takeInTurn(owner: WaitingWebhook): Promise<void> {
    const { webhookId } = owner
    const isUnderWay = this.#claiming.has(webhookId)
    this.#claiming.set(webhookId, isUnderWay)
    if (isUnderWay) return
    try {
      do {
        this.#claiming.set(webhookId, false)
        await this.#take(owner)
      } while (this.#claiming.get(webhookId))
    } finally {
      this.#claiming.delete(webhookId)
    }
  }

  /** Claims as much of what is due for a webhook as there are slots for, and begins to send it. */
  async #take(owner: WaitingWebhook): Promise<void> {
    this.#withMore.delete(owner.webhookId)
    if (this.#stopped.signal.aborted) return
    const scope = this.#deps.database.serviceScope(owner)
    const webhook = await findWebhookByKey(scope, owner.webhookId)
    if (!webhook) return
    const slots = this.#slots.take(owner, webhook.failing_since === null ? undefined : SLOTS_WHILE_FAILING)
    if (slots === 0) {
      this.#withMore.add(owner.webhookId)
      return
    }
    let claimed: ClaimedDelivery[] = []
    try {
      const now = this.#deps.clock()
      claimed = await claimDue(scope, owner.webhookId, { now, claimUntil: now + CLAIM_MS, limit: slots })
    } finally {
      this.#slots.giveBack(owner, slots - claimed.length)
    }
    if (claimed.length === slots) this.#withMore.add(owner.webhookId)
    for (const delivery of claimed) this.#run(this.#send(owner, webhook, delivery))
  }

  async #send(owner: WaitingWebhook, webhook: WebhookRow, delivery: ClaimedDelivery): Promise<void> {
    const addressed = { org: owner, webhook, delivery }
    try {
      const deps = { ...this.#deps, origin: this.#origin }
      const outcome = await deliver(deps, addressed, this.#given.signal)
      this.attempts[outcome.status === 'delivered' ? 'delivered' : 'failed']++
      await recordDelivery(this.#deps, addressed, outcome)
    } catch (error) {
      if (!this.#given.signal.aborted) throw error
    } finally {
      this.#slots.giveBack(owner, 1)
    }
    // A webhook with many deliveries doesn't wait for the next poll.
    if (this.#withMore.has(owner.webhookId)) this.#run(this.#takeInTurn(owner))
  }
}
