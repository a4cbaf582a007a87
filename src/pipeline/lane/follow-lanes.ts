import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalReader } from '#journal/journal.ts'
import type { LaneLeases } from './leases.ts'

export interface LaneNews {
  reader: Pick<JournalReader, 'positions'>
  leases: Pick<LaneLeases, 'look' | 'close'>
  /** Called for a lane that has grown, whichever node took the records. */
  onGrown: (lane: number) => void
}

const LEASES_EVERY_MS = 500
/** How long an event waits at most that another node than its lane's has accepted. */
const GROWTH_EVERY_MS = 250

/** Follows other nodes' leases and lane growth with two small queries; retries while the database is away. */
export class LaneFollower {
  readonly #news: LaneNews
  readonly #end = new AbortController()
  readonly #tasks: Promise<void>[]
  readonly #ends = new Map<number, number>()

  constructor(news: LaneNews) {
    this.#news = news
    this.#tasks = [
      this.#repeat(() => news.leases.look(), LEASES_EVERY_MS),
      this.#repeat(() => this.#lookForGrowth(), GROWTH_EVERY_MS),
    ]
  }

  /** Gives the lanes up to other nodes. Call it once the work at them has ended. */
  async close(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#tasks)
    await this.#news.leases.close()
  }

  async #repeat(task: () => Promise<void>, everyMs: number): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      // Failures here also occur at each lane and are reported there; the leases expire.
      await task().catch(() => {})
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  async #lookForGrowth(): Promise<void> {
    for (const { lane, lastOffset } of await this.#news.reader.positions()) {
      if (this.#ends.get(lane) === lastOffset) continue
      this.#ends.set(lane, lastOffset)
      this.#news.onGrown(lane)
    }
  }
}
