import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { DATABASE_FILE } from '#storage/engine/database.ts'

/** Which statement fails, and how. */
export interface StatementFault {
  /** Which of those since `begin`, from 1. */
  nth: number
  /** `once`: that statement. `onwards`: that one and all after it. `answer`: it takes effect, and then fails. */
  mode: 'once' | 'onwards' | 'answer'
  /** `lost`: the connection breaks (PostgreSQL only). */
  error: Error | 'lost'
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/**
 * Makes statements fail in the database drivers of this process, below all our code. Statements of the journal and
 * the binding of connections are left alone; so is `rollback`, which fails on a broken connection only.
 */
export class FailingStatements {
  /** Statements since `begin`. */
  count = 0
  /** Failures since `begin`. */
  failures = 0
  #fault: StatementFault | null = null

  static ofTest(): FailingStatements {
    const failing = new FailingStatements()
    const undo = [failing.#patchSqlite(), failing.#patchPostgres()]
    onTestFinished(() => {
      for (const restore of undo) restore()
    })
    return failing
  }

  /** Counts from here; null: nothing fails. */
  begin(fault: StatementFault | null): void {
    this.count = 0
    this.failures = 0
    this.#fault = fault
  }

  /** What happens to a statement: null, it is run. */
  #fate(statement: string): StatementFault | null {
    if (/journal_|^\s*(rollback|set|reset|discard|pragma)\b/i.test(statement)) return null
    this.count += 1
    const fault = this.#fault
    if (!fault) return null
    const isHit = fault.mode === 'onwards' ? this.count >= fault.nth : this.count === fault.nth
    if (!isHit) return null
    this.failures += 1
    return fault
  }

  #patchSqlite(): () => void {
    const db = new Sqlite(':memory:')
    const prototype = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<string, unknown>
    db.close()
    const fate = (statement: Sqlite.Statement): StatementFault | null =>
      statement.database.name.endsWith(DATABASE_FILE) ? this.#fate(statement.source) : null
    const originals = ['run', 'all'].map((name) => {
      const original = prototype[name] as (...args: unknown[]) => unknown
      prototype[name] = function (this: Sqlite.Statement, ...args: unknown[]) {
        const fault = fate(this)
        const result = fault && fault.mode !== 'answer' ? undefined : original.apply(this, args)
        if (fault) throw fault.error
        return result
      }
      return [name, original] as const
    })
    return () => {
      for (const [name, original] of originals) prototype[name] = original
    }
  }

  #patchPostgres(): () => void {
    const prototype = pg.Client.prototype as unknown as { query: Query }
    const original = prototype.query
    const fate = (statement: unknown) => (typeof statement === 'string' ? this.#fate(statement) : null)
    prototype.query = function (...args) {
      const fault = fate(args[0])
      if (!fault) return original.apply(this, args)
      if (fault.error === 'lost') {
        const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
        if (fault.mode !== 'answer') connection.stream.destroy()
        const answer = original.apply(this, args) as Promise<unknown>
        return answer.then(() => {
          connection.stream.destroy()
          throw new Error('Connection terminated unexpectedly')
        })
      }
      const { error } = fault
      if (fault.mode !== 'answer') return Promise.reject(error)
      return (original.apply(this, args) as Promise<unknown>).then(() => {
        throw error
      })
    }
    return () => {
      prototype.query = original
    }
  }
}

/** What drivers throw, by the class of trouble. */
export function failuresOf(dialect: 'sqlite' | 'postgres'): (Error | 'lost')[] {
  const withCode = (code: string) => Object.assign(new Error(`made to fail: ${code}`), { code })
  const bugs = [new Error('made to fail'), new TypeError('undefined is not made to fail')]
  if (dialect === 'sqlite')
    return [...SQLITE_CODES.map((code) => new Sqlite.SqliteError('made to fail', code)), ...bugs]
  const unnamed = ['Query read timeout', 'Connection terminated', 'timeout exceeded when trying to connect']
  return ['lost', ...POSTGRES_CODES.map(withCode), ...unnamed.map((message) => new Error(message)), ...bugs]
}

const SQLITE_CODES = [
  'SQLITE_CONSTRAINT_CHECK',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_CORRUPT',
  'SQLITE_NOMEM',
  'SQLITE_READONLY',
  'SQLITE_ERROR',
]
/** Constraints, rights, schema of another version, conflicts, time, resources, damage, read-only, connection. */
const POSTGRES_CODES = [
  ...['23514', '23505', '23503', '42501', '42P01', '42703', '40001', '40P01', '57014', '55P03'],
  ...['53100', '53200', '53300', '58030', 'XX000', 'XX001', '25006', '22P02', '57P01', '08006', 'ECONNRESET'],
]
