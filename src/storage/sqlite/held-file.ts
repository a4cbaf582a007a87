import Sqlite from 'better-sqlite3'

const BUSY_MS = 10_000
/** Copied without a break: 8 MiB. Signals and timers of this process are heard in between. */
const PAGES_PER_STEP = 2_048

/** @param Row what the statement's columns are, as with a prepared statement. */
export type ReadHeld = <Row>(statement: string) => Row[]

/** A SQLite file beside its writer, seen as at `hold`. The log grows meanwhile: close it once copied. */
export class HeldFile {
  readonly #db: Sqlite.Database

  /** @throws Error if the file is not there. */
  constructor(file: string) {
    this.#db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  }

  /** Drops the old file and holds the present one. */
  hold(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    this.#db.exec('BEGIN')
    // The picture is taken by the first read.
    this.#db.prepare('SELECT count(*) FROM sqlite_schema').get()
  }

  readonly read: ReadHeld = <Row>(statement: string) => this.#db.prepare<[], Row>(statement).all()

  /** What a copy of the held picture takes: the log may hold some of it. */
  get bytes(): number {
    const pragma = (name: string) => this.#db.pragma(name, { simple: true }) as number
    return pragma('page_count') * pragma('page_size')
  }

  /** Writes the held picture to a new file, durably. */
  async copyTo(path: string): Promise<void> {
    await this.#db.backup(path, { progress: () => PAGES_PER_STEP })
  }

  close(): void {
    this.#db.close()
  }
}
