import pg from 'pg'
import { PostgresRefusedError } from './refusal.ts'

/**
 * Refuses a pooler that gives a connection to someone else after each transaction: roles and settings, which row-level
 * security goes by, would stay with the connection and not with us (decision 0033).
 * @throws PostgresRefusedError
 */
export async function refuseSharedConnections(
  connectionString: string,
  application_name: string,
): Promise<void> {
  const options = { connectionString, application_name, connectionTimeoutMillis: CONNECT_MS }
  const [ours, other] = [new pg.Client(options), new pg.Client(options)]
  // The query reports what happens to a connection; unheard, it ends the process.
  for (const client of [ours, other]) client.on('error', () => {})
  try {
    await ours.connect()
    const served = await processOf(ours)
    await other.connect()
    await other.query('BEGIN')
    // Asked only if it has another one: the last of a pooler would be waited for.
    const isShared = (await processOf(other)) === served || (await processOf(ours)) !== served
    await other.query('ROLLBACK')
    if (isShared) throw new PostgresRefusedError(SHARED)
  } finally {
    await Promise.allSettled([ours.end(), other.end()])
  }
}

const CONNECT_MS = 5_000
const SHARED =
  'SVC_DATABASE_URL leads to a pooler that shares connections between transactions. ' +
  'Set it to pool sessions (pgbouncer: pool_mode = session), or connect to PostgreSQL directly.'

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ process: number }>('SELECT pg_backend_pid() AS process')
  return rows[0]!.process
}
