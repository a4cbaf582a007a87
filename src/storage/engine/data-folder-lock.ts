import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '#platform/folders.ts'

/** The data folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {}

/** What a restore puts in place, until it is there. */
export const RESTORE_FOLDER = 'restore.partial'

/** A restore that was killed between the old databases and the new ones leaves a folder that looks like a new one; one that
 * ended before or after that leaves copies, which would take space forever. @param files of the databases @throws DataFolderError */
export function settleRestore(dataDir: string, files: readonly string[]): void {
  const incoming = join(dataDir, RESTORE_FOLDER)
  if (!existsSync(incoming)) return
  if (files.every((file) => existsSync(file))) {
    rmSync(incoming, { recursive: true, force: true })
    return
  }
  throw new DataFolderError(
    `A restore into the data folder ${dataDir} did not finish. Run it again: \`errata restore FOLDER --yes\`. ` +
      'The databases from before it are in the folder before-restore-… there.',
  )
}

/**
 * SQLite gives the files of its log the mode of the database. Those that it made for one that was read-only stay so, and it
 * says neither which file it means nor which user. Before the databases are open: closing a file ends all locks on it.
 * @throws DataFolderError
 */
export function refuseReadOnly(files: readonly string[]): void {
  for (const file of files.flatMap((name) => [name, `${name}-wal`, `${name}-shm`])) {
    try {
      closeSync(openSync(file, 'r+'))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') continue
      const message = `This user cannot write the file ${file} (${code}). Correct its owner and mode, then start again.`
      throw new DataFolderError(message, { cause: error })
    }
  }
}

/** Until the process ends, however it ends, or the returned function is called. @throws DataFolderError */
export function lockDataFolder(dataDir: string): () => void {
  const pidFile = join(dataDir, 'errata.pid')
  try {
    makeFolder(dataDir)
    const lock = new Sqlite(join(dataDir, 'lock.db'), { timeout: 0 })
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
    writeFileSync(pidFile, String(process.pid))
    return () => {
      rmSync(pidFile, { force: true })
      lock.close()
    }
  } catch (error) {
    throw new DataFolderError(explain(error as Error & { code?: string }, dataDir, pidFile), { cause: error })
  }
}

function explain(error: Error & { code?: string }, dataDir: string, pidFile: string): string {
  if (error.code?.startsWith('SQLITE_BUSY')) {
    return `Another errata process (${holder(pidFile)}) uses the data folder ${dataDir}. Stop it first, or set SVC_DATA_DIR to another folder.`
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(error.code ?? '')) {
    return `The file ${join(dataDir, 'lock.db')} is damaged (${error.message}). It holds nothing but a lock: delete it and start again.`
  }
  return `The data folder ${dataDir} cannot be used: ${error.message}. Set SVC_DATA_DIR to a folder that this user can write to.`
}

function holder(pidFile: string): string {
  try {
    return `pid ${readFileSync(pidFile, 'utf8')}`
  } catch {
    return 'pid unknown'
  }
}
