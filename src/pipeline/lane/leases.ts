import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import {
  claimLeases,
  type LeaseState,
  listLeases,
  releaseLease,
  releaseLeases,
} from '#storage/upkeep/lease.ts'
import { type LaneView, shareLanes } from './share-lanes.ts'

export interface LaneLeaseDeps {
  database: Pick<Database, 'queries'>
  node: string
  lanes: readonly number[]
  /** Of times, epoch ms. */
  clock: Clock
  steady: Clock
  onChange: () => void
}

export interface LaneTenure {
  holds(lane: number): boolean
  /** Gives a lane back that another node is to have; to be called once the work at it has ended. */
  release(lane: number): Promise<void>
}

export const LEASE_MS = 5_000
/** Several times within a lease: one that comes late costs no lane. */
const RENEW_EVERY_MS = 1_500
const LANE = 'lane '
const NODE = 'node '

export const EVERY_LANE: LaneTenure = { holds: () => true, release: async () => {} }

/** This node's lanes (decision 0066). Not locks: a paused node may go on, harmless by compare-and-set. */
export class LaneLeases implements LaneTenure {
  readonly #deps: LaneLeaseDeps
  #held: ReadonlySet<number> = new Set()
  #leaving: ReadonlySet<number> = new Set()
  /** By the steady clock, when the last renewal was asked for. */
  #renewedAt = Number.NEGATIVE_INFINITY
  /** Looks and releases, one after the other: a renewal must not bring back what is being released. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: LaneLeaseDeps) {
    this.#deps = deps
  }

  holds(lane: number): boolean {
    const isLapsed = this.#deps.steady() - this.#renewedAt >= LEASE_MS
    return !isLapsed && this.#held.has(lane) && !this.#leaving.has(lane)
  }

  /** Renews what is held when it is time, takes this node's share of what is free, and notes the lanes to give up. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#look())
  }

  release(lane: number): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#leaving.has(lane)) return
      const { database, node } = this.#deps
      await releaseLease(database.queries, { name: LANE + lane, holder: node })
      this.#held = without(this.#held, lane)
      this.#leaving = without(this.#leaving, lane)
    })
  }

  close(): Promise<void> {
    return this.#inTurn(() => releaseLeases(this.#deps.database.queries, this.#deps.node))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #look(): Promise<void> {
    const { database, node, clock, steady } = this.#deps
    const askedAt = steady()
    const leases = await listLeases(database.queries, clock())
    const view = viewOf(leases, this.#deps.lanes)
    const { claim, leave } = shareLanes(view, node)
    let held = new Set([...view.holders].filter(([, holder]) => holder === node).map(([lane]) => lane))
    const isKnown = leases.some((lease) => lease.name === NODE + node && isLive(lease))
    if (!isKnown || claim.length > 0 || askedAt - this.#renewedAt >= RENEW_EVERY_MS) {
      const names = [NODE + node, ...[...held, ...claim].map((lane) => LANE + lane)]
      const got = await claimLeases(database.queries, { names, holder: node, now: clock(), forMs: LEASE_MS })
      held = new Set([...held, ...claim].filter((lane) => got.has(LANE + lane)))
      this.#renewedAt = askedAt
      await this.#forgetTheDead(leases)
    }
    this.#become(held, new Set(leave))
  }

  /** Removes the node rows of crashed nodes; nothing else does. Their lanes are taken over. */
  async #forgetTheDead(leases: readonly LeaseState[]): Promise<void> {
    const dead = leases.filter((lease) => lease.name.startsWith(NODE) && !isLive(lease))
    for (const lease of dead) {
      if (lease.holder !== this.#deps.node) await releaseLease(this.#deps.database.queries, lease)
    }
  }

  #become(held: ReadonlySet<number>, leaving: ReadonlySet<number>): void {
    const isSame = held.symmetricDifference(this.#held).size === 0 && leaving.size === 0
    this.#held = held
    this.#leaving = leaving
    if (!isSame) this.#deps.onChange()
  }
}

function viewOf(leases: readonly LeaseState[], lanes: readonly number[]): LaneView {
  const live = leases.filter(isLive)
  const holders = new Map(live.map(({ name, holder }) => [name, holder]))
  const pairs = lanes.map((lane): [number, string | undefined] => [lane, holders.get(LANE + lane)])
  const taken = pairs.filter((pair): pair is [number, string] => pair[1] !== undefined)
  const nodes = live.filter(({ name }) => name.startsWith(NODE)).map(({ holder }) => holder)
  return { lanes, holders: new Map(taken), nodes: [...nodes, ...taken.map(([, holder]) => holder)] }
}

/** As `claimLeases` sees it: one that lasts too long comes from a clock that was ahead. */
function isLive({ leftMs }: LeaseState): boolean {
  return leftMs > 0 && leftMs <= 2 * LEASE_MS
}

function without(lanes: ReadonlySet<number>, lane: number): ReadonlySet<number> {
  return lanes.difference(new Set([lane]))
}
