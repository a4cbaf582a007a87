import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When a file or folder changed, milliseconds; 0 where there is none. */
export const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Newest change below a folder, milliseconds; folders count, so that a deleted file is noticed too. */
export function newestBelow(folder) {
  let newest = changedAt(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    newest = Math.max(newest, entry.isDirectory() ? newestBelow(path) : changedAt(path))
  }
  return newest
}
