import pg from 'pg'
import { JOURNAL_APPLICATION } from './pool.ts'

const CONNECT_MS = 5000

export function hasPostgresJournal(databaseUrl: string): Promise<boolean> {
  return ask(
    databaseUrl,
    "SELECT to_regclass('journal_format') IS NOT NULL AS answer",
    [],
  ) as Promise<boolean>
}

export async function countPostgresSessions(databaseUrl: string): Promise<number> {
  const text = `SELECT count(*)::int AS answer FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $1`
  return (await ask(databaseUrl, text, [JOURNAL_APPLICATION])) as number
}

async function ask(databaseUrl: string, text: string, values: unknown[]): Promise<unknown> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'errata command',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(text, values)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}
