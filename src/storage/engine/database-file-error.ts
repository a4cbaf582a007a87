/** The file of the embedded database cannot be opened; the message says why and what to do. */
export class DatabaseFileError extends Error {}

/** The next start of the service undoes the write. */
export class UnfinishedWriteError extends DatabaseFileError {}

const DAMAGED = /not a database|malformed|unsupported file format/
const OUT_OF_REACH = /unable to open|readonly database|disk is full|disk I\/O error/
/** A rollback journal that is waiting, for someone who may only read. */
const UNFINISHED_WRITE = 'SQLITE_READONLY_ROLLBACK'

export function databaseFileError(cause: unknown, file: string): unknown {
  // A failure that comes from another thread has kept its message alone.
  const { message } = cause as Error
  if (DAMAGED.test(message)) {
    return new DatabaseFileError(
      `The database ${file} is damaged (${message}). Keep a copy of ${file}, ${file}-wal and ${file}-shm, then restore the whole data folder from a backup.`,
      { cause },
    )
  }
  if ((cause as NodeJS.ErrnoException).code === UNFINISHED_WRITE) {
    return new UnfinishedWriteError(
      `The database ${file} was left in the middle of a write, which only the service can undo. Start it once, then run the command again.`,
      { cause },
    )
  }
  if (!OUT_OF_REACH.test(message)) return cause
  return new DatabaseFileError(
    `The database ${file} cannot be used (${message}). Check that its disk has space and that this user can write to the folder.`,
    { cause },
  )
}
