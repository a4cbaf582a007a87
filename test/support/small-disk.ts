import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file that takes what is left of a disk. */
export const OTHERS = 'of someone else'

/** A small file system of its own; null if this user may not mount one. */
export function smallDisk(mib: number): { folder: string; unmount(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'errata-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    remove()
    return null
  }
  const unmount = () => {
    execFileSync('umount', ['-l', folder])
    remove()
  }
  return { folder, unmount }
}

/** Takes all that is left of the disk, to the last page; called again, what is left by then. */
export function fillUp(folder: string): void {
  const file = openSync(join(folder, OTHERS), 'a')
  try {
    for (let bytes = 1024 ** 2; bytes >= 1; ) {
      try {
        if (writeSync(file, Buffer.alloc(bytes)) < bytes) bytes = Math.floor(bytes / 2)
      } catch {
        bytes = Math.floor(bytes / 2)
      }
    }
  } finally {
    closeSync(file)
  }
  if (statfsSync(folder).bavail > 0) throw new Error('The disk has room left.')
}
