import { onDatabase } from './on-database.ts'

/**
 * The clock of a PostgreSQL database, in the hands of a test: a function of the same name that is found before the
 * server's own, by connections opened from then on that look for names where the database says.
 */
export class DatabaseClock {
  readonly #url: string
  #time: number | null = null

  private constructor(url: string) {
    this.#url = url
  }

  /** Takes it over. It stands at `time`, epoch ms; null: it runs as the server's does. */
  static async of(databaseUrl: string, time: number | null = null): Promise<DatabaseClock> {
    const name = new URL(databaseUrl).pathname.slice(1)
    await onDatabase(
      databaseUrl,
      `CREATE SCHEMA test_clock;
       CREATE TABLE test_clock.present (time_ms BIGINT, ahead_ms BIGINT NOT NULL);
       INSERT INTO test_clock.present VALUES (NULL, 0);
       CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER AS $$
         SELECT coalesce(to_timestamp(time_ms / 1000.0),
           pg_catalog.clock_timestamp() + ahead_ms * interval '1 millisecond')
         FROM test_clock.present $$;
       ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`,
    )
    const clock = new DatabaseClock(databaseUrl)
    await clock.set(time)
    return clock
  }

  /** True if it was last told to stand at this time. */
  stands(time: number): boolean {
    return this.#time === time
  }

  async set(time: number | null): Promise<void> {
    await onDatabase(this.#url, `UPDATE test_clock.present SET time_ms = ${time ?? 'NULL'}, ahead_ms = 0`)
    this.#time = time
  }

  /** It runs, and is ahead of the server's by so much; behind where below 0. */
  async setAhead(ms: number): Promise<void> {
    await onDatabase(this.#url, `UPDATE test_clock.present SET time_ms = NULL, ahead_ms = ${ms}`)
    this.#time = null
  }
}
