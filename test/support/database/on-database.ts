import pg from 'pg'

/** One statement on a test's PostgreSQL database, outside of the service. */
export async function onDatabase<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
