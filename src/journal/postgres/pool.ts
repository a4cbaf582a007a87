import pg from 'pg'
import { JournalUnavailableError } from '../journal.ts'

/** Longest time between an append and its answer, ms: then it is 503 and the client comes again. */
export const ACCEPT_DEADLINE_MS = 2000
/** A node that died in mid-transaction loses its locks after this time, ms, even where its connection hangs. */
const IDLE_IN_TRANSACTION_MS = 5000
const CONNECT_MS = 1000
/** Set by a statement: poolers refuse what comes with the start of a connection. */
const SETTINGS = [
  `idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => `${name} = off`),
]
  .map((setting) => `SET ${setting}`)
  .join('; ')
export const JOURNAL_APPLICATION = 'errata journal'

export interface JournalPoolOptions {
  databaseUrl: string
  maxConnections: number
  queryTimeoutMs: number
}

/**
 * For look-ups by key: plans that read whole tables look cheap before ANALYZE, and are discouraged.
 * A query longer than `queryTimeoutMs` fails and ends its connection.
 */
export function openJournalPool(options: JournalPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.maxConnections,
    query_timeout: options.queryTimeoutMs,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: JOURNAL_APPLICATION,
    // A connection without them is not used.
    onConnect: (client) => client.query(SETTINGS),
  })
  // A pooled or checked-out client emits `error` when the server goes away; unheard, it ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Serialization failure, deadlock, lock or statement time-out, server going down or being full, lost connection. */
const RETRYABLE_CODE = /^(40001|40P01|55P03|57014|57P0[1-5]|08...|25006|25P03|53300|E[A-Z_]+)$/
const RETRYABLE_MESSAGE = /terminated|timeout|not queryable|Connection/

/** True when the same transaction may succeed on another try, perhaps on another connection. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return RETRYABLE_CODE.test(code)
  return error instanceof Error && RETRYABLE_MESSAGE.test(error.message)
}

/** What an append is rejected with when PostgreSQL failed for good: `disk` when its disk is full or failing. */
export function unavailable(error: unknown): JournalUnavailableError {
  const isDisk = /^(53100|58030)$/.test(codeOf(error) ?? '')
  const text = error instanceof Error ? error.message : String(error)
  const message = `PostgreSQL rejected the record: ${text}`
  return new JournalUnavailableError(isDisk ? 'disk' : 'engine', message, { cause: error })
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}
