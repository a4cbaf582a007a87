/** Most bytes of request bodies of known senders in memory at once, over all connections. */
const IN_FLIGHT_BYTES = 64 * 1024 * 1024
/** A body of the largest size must fit into what one sender may hold, whatever size is set. */
const LARGEST_BODIES = 4
/** The same for senders that are not authenticated yet. */
const STRANGERS_BYTES = 4 * 1024 * 1024

/** Bodies up to this size get in even if their project already holds as much as it may. */
const SMALL_BYTES = 64 * 1024
/** A project and a client may hold this many times what is still free for others. */
const SHARE = { small: 3, large: 1 }
/** As many projects as an organization has, the shares of all of them leave the next one nothing. */
const ORG_SHARE = { small: 15, large: 3 }

/** Whom bytes are counted for, beside the whole. */
export interface Holder {
  /** Row keys; null: not known yet. */
  org: number | null
  project: number | null
  /** Null: the address says nothing, as that of a proxy on the same machine. */
  client: string | null
}

interface Share {
  bytes: number
}

/** Bounds the bytes held between the first chunk and the journal's answer. A project, and a client address,
 * may hold as much as it leaves free: one gets half, two a third each; there is room for the next. All projects of an
 * organization get three quarters. */
export class InFlightBudget {
  readonly #maxBytes: number
  readonly #shares = new Map<number | string, Share>()
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  get holders(): number {
    return this.#shares.size
  }

  /** Counts `more` bytes for a holder; false, and nothing changed, if there is no room for a body of `total`. */
  take(holder: Holder, more: number, total: number): boolean {
    const free = this.#maxBytes - this.#usedBytes - more
    const size = total <= SMALL_BYTES ? 'small' : 'large'
    const most = free * SHARE[size]
    const { project, client } = holder
    if (free < 0 || !this.#fits(project, more, most) || !this.#fits(client, more, most)) return false
    if (!this.#fits(orgKey(holder), more, free * ORG_SHARE[size])) return false
    this.#add(holder, more)
    return true
  }

  giveBack(holder: Holder, bytes: number): void {
    this.#add(holder, -bytes)
  }

  #fits(key: number | string | null, more: number, most: number): boolean {
    return key === null || (this.#shares.get(key)?.bytes ?? 0) + more <= most
  }

  #add(holder: Holder, bytes: number): void {
    const { project, client } = holder
    const org = orgKey(holder)
    this.#usedBytes += bytes
    if (org !== null) this.#addTo(org, bytes)
    if (project !== null) this.#addTo(project, bytes)
    if (client !== null) this.#addTo(client, bytes)
  }

  #addTo(key: number | string, bytes: number): void {
    const share = this.#shares.get(key)
    if (share === undefined) this.#shares.set(key, { bytes })
    else if (share.bytes + bytes === 0) this.#shares.delete(key)
    else share.bytes += bytes
  }
}

/** Beside those of projects. */
function orgKey({ org }: Holder): number | null {
  return org === null ? null : -org
}

/** The budgets of the ingest routes. What a sender holds moves from one to the next as it becomes known. */
export interface BodyBudgets {
  strangers: InFlightBudget
  /** Bodies whose key is being looked up: those who wait above must not be in the way of these. */
  lookups: InFlightBudget
  known: InFlightBudget
}

/** @param maxBodyBytes largest body that is held whole. */
export function bodyBudgets(maxBodyBytes: number): BodyBudgets {
  return {
    strangers: new InFlightBudget(STRANGERS_BYTES),
    lookups: new InFlightBudget(STRANGERS_BYTES),
    known: new InFlightBudget(Math.max(IN_FLIGHT_BYTES, LARGEST_BODIES * maxBodyBytes)),
  }
}

const NOBODY: Holder = { org: null, project: null, client: null }

export class BodyLease {
  readonly budgets: BodyBudgets
  #budget: InFlightBudget | null = null
  #holder = NOBODY
  #bytes = 0

  constructor(budgets: BodyBudgets) {
    this.budgets = budgets
  }

  /** Moves the held bytes to a budget; false, and nothing is held, if it has no room. */
  enter(budget: InFlightBudget, holder: Holder): boolean {
    const bytes = this.#bytes
    this.release()
    this.#budget = budget
    this.#holder = holder
    return this.hold(bytes)
  }

  /** Makes the bytes held exactly these; false, and nothing changed, if the budget has no room. */
  hold(bytes: number): boolean {
    const more = bytes - this.#bytes
    if (more === 0) return true
    if (this.#budget === null) throw new Error('A lease without a budget cannot hold bytes.')
    if (more < 0) this.#budget.giveBack(this.#holder, -more)
    else if (!this.#budget.take(this.#holder, more, bytes)) return false
    this.#bytes = bytes
    return true
  }

  release(): void {
    if (this.#bytes > 0) this.#budget?.giveBack(this.#holder, this.#bytes)
    this.#bytes = 0
  }
}
