import { type Clock, steadyClock } from '#platform/clock.ts'
import { freeBytes, heldBytes, isSpaceScarce, reserveBytes } from '#platform/disk-reserve.ts'
import { databaseLogBytes, giveBackSpace } from '#storage/sqlite/give-back-space.ts'

const LOOK_EVERY_MS = 500
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
    const isScarce = isSpaceScarce(this.#dataDir)
    if (isScarce) giveBackSpace(this.#dataDir)
    const free = freeBytes(this.#dataDir)
    const reserve = reserveBytes(this.#dataDir)
    this.#isNearlyFull = isScarce && free !== null && free < reserve + this.#logWithoutReserve(reserve)
    this.#nextLookAt = this.#clock() + LOOK_EVERY_MS
  }

  /** What the log may need to be emptied, and the reserve does not hold. */
  #logWithoutReserve(reserve: number): number {
    const heldForLog = Math.max(0, heldBytes(this.#dataDir) - reserve)
    return Math.max(0, databaseLogBytes(this.#dataDir) - heldForLog)
  }
}
