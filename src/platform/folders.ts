import { accessSync, constants, existsSync, mkdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config/config-error.ts'

const OWN = 0o700

/** Makes a folder and those above it. Step by step: Node's own recursion never ends below `/proc`, and blames a
 * folder that is there for a file system that is read-only.
 * @param mode of the folders it makes */
export function makeFolder(folder: string, mode = OWN): void {
  if (isFolder(folder)) return
  const missing = missingTarget(folder)
  if (missing !== null) throw new Error(`it is a link to ${missing}, which does not exist`)
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process was faster.
    if (isFolder(folder)) return
    throw existsSync(folder) ? new Error(`${folder} is not a folder`) : error
  }
}

/** Where a link leads, if nothing is there, such as a disk that is not mounted; null for anything else. */
export function missingTarget(path: string): string | null {
  try {
    const target = readlinkSync(path)
    return statSync(path, { throwIfNoEntry: false }) === undefined ? target : null
  } catch {
    return null
  }
}

/** Whether a file is there. @throws ConfigError if this user may not know or read it: not the same as a missing one */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new ConfigError(
      `This user cannot read ${path} (${code}). Run the command as the user that runs the service.`,
    )
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
