import { hash, randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeFolder } from '#platform/folders.ts'

/** The folder that was asked for is not inside the artifacts directory: a link leads elsewhere. */
export class OutsideArtifactsError extends Error {}

/** Creates a missing directory; checks that it is writable. @throws Error saying what to do */
export function prepareArtifacts(artifactsDir: string): void {
  try {
    makeFolder(artifactsDir)
    accessSync(artifactsDir, constants.W_OK)
  } catch (cause) {
    const { message } = cause as Error
    throw new Error(
      `The artifacts folder ${artifactsDir} cannot be used: ${message}. Set SVC_ARTIFACTS_DIR to a folder that this user can write to.`,
      { cause },
    )
  }
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/** Durable: written beside its place, synced, then moved. No client-chosen name becomes part of a path.
 * @param folder one per project, in the artifacts directory. @returns lower-case hex SHA-256. @throws
 * OutsideArtifactsError, or the error of the file system */
export async function writeArtifact(
  artifactsDir: string,
  folder: string,
  bytes: Uint8Array,
): Promise<string> {
  const sha256 = hash('sha256', bytes)
  await writeNamed(await confinedFolder(artifactsDir, folder), sha256, bytes)
  return sha256
}

/** Writes a file of this name into a folder, durably: beside its place, synced, then moved there. */
export async function writeNamed(directory: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(directory, `.upload-${randomUUID()}`)
  try {
    await writeSynced(temporary, bytes)
    await rename(temporary, join(directory, name))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(directory)
}

/** True when content is there. @throws OutsideArtifactsError, or the error of the file system */
export async function hasArtifact(artifactsDir: string, folder: string, sha256: string): Promise<boolean> {
  return pathExists(join(await confinedFolder(artifactsDir, folder), sha256))
}

/** False if nothing is at this path. @throws the error of the file system: an unreadable file is not a missing one */
export function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** Removes the folder of a project that is gone, with all that is in it; a symlink there is removed, not its target. */
export async function removeArtifactFolder(artifactsDir: string, folder: string): Promise<void> {
  // Again where an upload that was under way puts something in meanwhile.
  await rm(join(artifactsDir, folder), { recursive: true, force: true, maxRetries: 3 })
}

/** Created if missing. @throws OutsideArtifactsError, or the error of the file system */
export async function confinedFolder(artifactsDir: string, folder: string): Promise<string> {
  const wanted = join(artifactsDir, folder)
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const [root, actual] = await Promise.all([realpath(artifactsDir), realpath(wanted)])
  if (actual.startsWith(root + sep)) return actual
  throw new OutsideArtifactsError(`${wanted} leads out of the artifacts directory, to ${actual}.`)
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the move itself durable; Windows cannot sync a folder and does not need to. */
async function syncFolder(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
