import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 1024 ** 2
const MAX_RESERVE_BYTES = 16 * MIB
const SMALL_PART = 16
const LOOK_EVERY_MS = 2_000
/** Below this many reserves free, space is scarce: what the database may need is kept, and what it does not is given back. */
const SCARCE_BELOW = 32
/** Held for a log, in reserves: a longer one comes of a read that takes minutes, and events need the space as well. */
const MOST_FOR_LOG = 4

/** Bytes this user may still write to the file system of a folder; null if it does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Bytes that are kept for the people who make room when the disk of this folder is full. */
export function reserveBytes(folder: string): number {
  try {
    const { blocks, bsize } = statfsSync(folder)
    return Math.min(MAX_RESERVE_BYTES, Math.floor((blocks * bsize) / SMALL_PART))
  } catch {
    return MAX_RESERVE_BYTES
  }
}

/** Whether so much of the file system of a folder is used that the service has to care; false if it does not say. */
export function isSpaceScarce(folder: string): boolean {
  const free = freeBytes(folder)
  return free !== null && free < SCARCE_BELOW * reserveBytes(folder)
}

/** Bytes that the reserve holds; 0 while it is given up. */
export function heldBytes(dataDir: string): number {
  return statSync(reserveFile(dataDir), { throwIfNoEntry: false })?.size ?? 0
}

function reserveFile(dataDir: string): string {
  return join(dataDir, 'reserve')
}

/** Gives up the reserve if the disk is full: without a few free pages no database opens, and nobody can sign in. */
export function releaseReserve(dataDir: string): void {
  const free = freeBytes(dataDir)
  if (free !== null && free < reserveBytes(dataDir) / 2) rmSync(reserveFile(dataDir), { force: true })
}

/**
 * Holds disk space, given up when the disk is full, retaken when there is plenty. One process per folder. Where space is
 * scarce it holds as much as the log of the database too: pages of the log that the database file has no room for can't
 * move there, and then the log can't be emptied, nor anything deleted.
 */
export class DiskReserve {
  readonly #dataDir: string
  readonly #logBytes: () => number
  readonly #timer: NodeJS.Timeout
  #look = Promise.resolve()

  constructor(dataDir: string, logBytes: () => number) {
    this.#dataDir = dataDir
    this.#logBytes = logBytes
    this.#timer = setInterval(() => {
      releaseReserve(dataDir)
      this.#look = this.#look.then(() => this.#fill())
    }, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#look
  }

  /** Does nothing unless two reserves stay free. A disk that fails has other witnesses. */
  async #fill(): Promise<void> {
    const file = reserveFile(this.#dataDir)
    const least = reserveBytes(this.#dataDir)
    try {
      const forLog = isSpaceScarce(this.#dataDir) ? this.#logBytes() : 0
      const wanted = least + Math.min(forLog, MOST_FOR_LOG * least)
      const held = heldBytes(this.#dataDir)
      // What is too much goes back in one piece: the log changes all the time.
      if (held > wanted + least) return await truncate(file, wanted)
      const missing = wanted - held
      if (missing <= 0 || (freeBytes(this.#dataDir) ?? 0) < missing + 2 * least) return
      await append(file, missing)
    } catch {
      await rm(file, { force: true }).catch(() => {})
    }
  }
}

/** Random bytes: a file system that compresses would keep no room for zeros. */
async function append(path: string, bytes: number): Promise<void> {
  const block = randomBytes(MIB)
  const file = await open(path, 'a', 0o600)
  try {
    for (let written = 0; written < bytes; written += MIB) {
      await file.write(block, 0, Math.min(MIB, bytes - written))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
