import pg from 'pg'
import { JOURNAL_APPLICATION } from './pool.ts'

const CONNECT_MS = 5000

export function hasPostgresJournal(databaseUrl: string): Promise<boolean> {
  return ask<boolean>(databaseUrl, "SELECT to_regclass('journal_format') IS NOT NULL AS answer")
}

export function countPostgresSessions(databaseUrl: string): Promise<number> {
  const text = `SELECT count(*)::int AS answer FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $1`
  return ask<number>(databaseUrl, text, [JOURNAL_APPLICATION])
}

/** The column `answer` of the one row that the statement has. */
async function ask<Answer>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Answer> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'errata command',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: Answer }>(text, values)
    return rows[0]!.answer
  } finally {
    await client.end()
  }
}
