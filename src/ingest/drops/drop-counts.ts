import { setTimeout as sleep } from 'node:timers/promises'
import { epochHour } from '#contract/time.ts'
import { type Clock, steadyClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { addDrops, type ProjectDrop } from '#storage/project/project-drop.ts'
import type { DsnKey } from '../admission/authenticate-dsn.ts'

export interface DropCountsDeps {
  database: Pick<Database, 'inOrg'>
  clock: Clock
  onError(error: unknown): void
}

export type DropOwner = Pick<DsnKey, 'orgId' | 'orgUid' | 'projectId'>

type Org = Pick<DsnKey, 'orgId' | 'orgUid'>
type PendingDrop = ProjectDrop & { org: Org }

const FLUSH_MS = 1000
/** Time limit at shutdown for an unreachable database; closing the rest still fits into the total of 18 s. */
const CLOSE_MS = 5000
const RETRY_AFTER_MS = 250
/** Projects times reasons within a second; beyond it nothing more is noted until the next flush. */
const MAX_PENDING = 10_000
/** Of them; however many projects one organization has, others have room. */
const MAX_OF_ORG = MAX_PENDING / 4

/** By project, reason and hour, written within a second or so: a killed process loses its last second.
 * Reasons are a fixed list, so senders only decide about numbers. */
export class DropCounts {
  readonly #deps: DropCountsDeps
  #pending = new Map<string, PendingDrop>()
  #ofOrg = new Map<number, number>()
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(deps: DropCountsDeps) {
    this.#deps = deps
  }

  /** @param reason `filter:…`, `refused:…`, `sdk:…` or `sdk_other:…`. */
  count(owner: DropOwner, reason: string, quantity = 1): void {
    const { orgId, orgUid, projectId } = owner
    if (this.#isClosed) return
    const hour = epochHour(this.#deps.clock())
    this.#add({ org: { orgId, orgUid }, projectId, hour, reason, quantity })
    this.#flushLater()
  }

  /** Writes what was counted so far. Never throws: what could not be written is kept for the next time. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const drops = [...this.#pending.values()]
    this.#pending = new Map()
    this.#ofOrg = new Map()
    this.#flushing = this.#flushing.then(() => this.#write(drops))
    return this.#flushing
  }

  /** Writes what is left; if that fails, tries again for up to 5 s. */
  async close(): Promise<void> {
    this.#isClosed = true
    const deadline = steadyClock() + CLOSE_MS
    await this.flush()
    while (this.#pending.size > 0 && steadyClock() < deadline) {
      await sleep(RETRY_AFTER_MS)
      await this.flush()
    }
  }

  #flushLater(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  #add(drop: PendingDrop): void {
    const name = `${drop.projectId}:${drop.hour}:${drop.reason}`
    const known = this.#pending.get(name)
    if (known) {
      known.quantity += drop.quantity
      return
    }
    const { orgId } = drop.org
    const ofOrg = this.#ofOrg.get(orgId) ?? 0
    if (this.#pending.size >= MAX_PENDING || ofOrg >= MAX_OF_ORG) return
    this.#pending.set(name, drop)
    this.#ofOrg.set(orgId, ofOrg + 1)
  }

  async #write(drops: readonly PendingDrop[]): Promise<void> {
    const byOrg = Map.groupBy(drops, ({ org }) => org.orgId)
    for (const ofOrg of byOrg.values()) {
      try {
        await this.#deps.database.inOrg(ofOrg[0]!.org, (scope) => addDrops(scope, ofOrg))
      } catch (error) {
        for (const drop of ofOrg) this.#add(drop)
        this.#flushLater()
        this.#deps.onError(error)
      }
    }
  }
}
