import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 1024 ** 2
const MAX_RESERVE_BYTES = 16 * MIB
const SMALL_PART = 16
const LOOK_EVERY_MS = 2_000

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

function reserveFile(dataDir: string): string {
  return join(dataDir, 'reserve')
}

/** Gives up the reserve if the disk is full: without a few free pages no database opens, and nobody can sign in. */
export function releaseReserve(dataDir: string): void {
  const free = freeBytes(dataDir)
  if (free !== null && free < reserveBytes(dataDir) / 2) rmSync(reserveFile(dataDir), { force: true })
}

/** Holds disk space, given up when the disk is full, retaken when there is plenty. One process per folder. */
export class DiskReserve {
  readonly #dataDir: string
  readonly #timer: NodeJS.Timeout
  #look = Promise.resolve()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
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

  /** Does nothing unless three times the reserve is free. A disk that fails has other witnesses. */
  async #fill(): Promise<void> {
    const [file, wanted] = [reserveFile(this.#dataDir), reserveBytes(this.#dataDir)]
    try {
      const present = await stat(file).catch(() => null)
      if (present && present.size >= wanted) return
      if ((freeBytes(this.#dataDir) ?? 0) < 3 * wanted) return
      await write(file, wanted)
    } catch {
      await rm(file, { force: true }).catch(() => {})
    }
  }
}

/** Random bytes: a file system that compresses would keep no room for zeros. */
async function write(path: string, bytes: number): Promise<void> {
  const block = randomBytes(MIB)
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < bytes; written += MIB) {
      await file.write(block, 0, Math.min(MIB, bytes - written))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
