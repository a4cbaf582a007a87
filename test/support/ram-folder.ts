import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const RAM_DISK = '/dev/shm'
const START = 'errata-tests-'
/** More than a run has in its temporary folders at any time. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3

/**
 * A folder in memory for the temporary files of a run, or null where the machine has no room for one. Half of what
 * many tests wait for is the disk. What lies there outlives a killed process, as it would on a disk.
 */
export function makeRamFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(RAM_DISK)
    if (bavail * bsize < LEAST_FREE_BYTES) return null
    removeLeftOvers()
    const folder = join(RAM_DISK, START + process.pid)
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return null
  }
}

export function removeRamFolder(): void {
  rmSync(join(RAM_DISK, START + process.pid), { recursive: true, force: true })
}

/** Of runs that were killed. */
function removeLeftOvers(): void {
  const running = new Set(readdirSync('/proc'))
  for (const name of readdirSync(RAM_DISK)) {
    if (!name.startsWith(START) || running.has(name.slice(START.length))) continue
    rmSync(join(RAM_DISK, name), { recursive: true, force: true })
  }
}
