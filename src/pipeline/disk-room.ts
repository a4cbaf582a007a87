import { type Clock, steadyClock } from '#platform/clock.ts'
import { freeBytes, reserveBytes } from '#platform/disk-reserve.ts'
import { giveBackSpace } from '#storage/engine/give-back-space.ts'

const LOOK_EVERY_MS = 500
/** Below this many reserves free, pages go back to the disk: more than the journal needs to accept. */
const PLENTY = 32
const NEARLY_FULL = 'the disk of the data folder is nearly full; processing waits until there is space'

/** Keeps the pipeline from taking the last of the disk, which the people need who make room. */
export class DiskRoom {
  readonly #dataDir: string
  readonly #clock: Clock
  #nextLookAt = 0
  #isNearlyFull = false

  constructor(dataDir: string, clock: Clock = steadyClock) {
    this.#dataDir = dataDir
    this.#clock = clock
  }

  /** @throws Error while the disk is nearly full, with that as its message. */
  require(): void {
    if (this.#clock() >= this.#nextLookAt) this.#look()
    if (this.#isNearlyFull) throw new Error(NEARLY_FULL)
  }

  #look(): void {
    const reserve = reserveBytes(this.#dataDir)
    const free = freeBytes(this.#dataDir)
    this.#isNearlyFull = free !== null && free < reserve
    if (free !== null && free < PLENTY * reserve) giveBackSpace(this.#dataDir)
    this.#nextLookAt = this.#clock() + LOOK_EVERY_MS
  }
}
