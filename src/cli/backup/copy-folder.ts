import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { slicesOf } from '#platform/slices.ts'

const AT_ONCE = 8
/** Uploads under way, and copies that were cut short: names of files, and of folders below the first. */
const UNFINISHED = /^(?:\.upload-|\.copy-|chunks-)/

export interface FolderSize {
  files: number
  bytes: number
}

/** Durable; skips what the target has in the same size (names are content hashes) and files that vanish.
 * @param depth folders below this are left out. @returns what the target has of them. */
export async function copyFolder(from: string, to: string, { depth = 8 } = {}): Promise<FolderSize> {
  const found = await filesBelow(from)
  const paths = found.filter(
    (path) => !path.split(sep).some((part) => UNFINISHED.test(part)) && path.split(sep).length <= depth,
  )
  const size = { files: 0, bytes: 0 }
  for (const some of slicesOf(paths, AT_ONCE)) {
    const copied = some.map((path) => copyMissing(join(from, path), join(to, path)))
    for (const bytes of await Promise.all(copied)) {
      if (bytes === null) continue
      size.files += 1
      size.bytes += bytes
    }
  }
  return size
}

/** Bytes of the files of a folder, 0 if there is none. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder))
    bytes += (await stat(join(folder, path)).catch(() => null))?.size ?? 0
  return bytes
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** @returns its bytes, null if it has gone. */
async function copyMissing(from: string, to: string): Promise<number | null> {
  const wanted = await stat(from).catch(ifMissing)
  if (!wanted) return null
  const present = await stat(to).catch(ifMissing)
  if (present?.size === wanted.size) return wanted.size
  const partial = join(dirname(to), `.copy-${basename(to)}`)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const isCopied = await copyFile(from, partial, constants.COPYFILE_FICLONE).then(() => true, ifMissing)
  if (!isCopied) return null
  await syncPath(partial)
  await rename(partial, to)
  return wanted.size
}

/** Makes a file, or the names in a folder, durable. Windows cannot sync a folder and does not need to. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error) => {
    if (process.platform === 'win32') return null
    throw error
  })
  try {
    await handle?.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await handle?.close()
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
