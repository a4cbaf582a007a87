export interface SlotOwner {
  orgId: number
  webhookId: number
}

export interface SlotLimits {
  inAll: number
  perOrg: number
  perWebhook: number
}

/** Counts deliveries under way, so that slow receivers take up no more than their share. */
export class DeliverySlots {
  readonly #limits: SlotLimits
  readonly #ofOrg = new Map<number, number>()
  readonly #ofWebhook = new Map<number, number>()
  #taken = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Takes up to `wanted` slots. @returns how many it got. */
  take({ orgId, webhookId }: SlotOwner, wanted = this.#limits.perWebhook): number {
    const { inAll, perOrg, perWebhook } = this.#limits
    const ofOrg = this.#ofOrg.get(orgId) ?? 0
    const ofWebhook = this.#ofWebhook.get(webhookId) ?? 0
    const most = Math.min(wanted, perWebhook)
    const got = Math.max(0, Math.min(most - ofWebhook, perOrg - ofOrg, inAll - this.#taken))
    this.#add({ orgId, webhookId }, got)
    return got
  }

  giveBack(owner: SlotOwner, count: number): void {
    this.#add(owner, -count)
  }

  #add({ orgId, webhookId }: SlotOwner, count: number): void {
    this.#taken += count
    addTo(this.#ofOrg, orgId, count)
    addTo(this.#ofWebhook, webhookId, count)
  }
}

function addTo(counts: Map<number, number>, key: number, count: number): void {
  const next = (counts.get(key) ?? 0) + count
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
