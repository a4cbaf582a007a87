import { sql } from 'kysely'
import type { Database } from '#storage/engine/database.ts'
import type { TenantTable } from './tenant-rules.ts'

/** The tables of storage with an organization (those of the journal are a store of their own), with their keys, as the engine itself describes them. */
export async function tenantTables(database: Database): Promise<TenantTable[]> {
  const names = await namesOf(database)
  const read = database.dialect === 'sqlite' ? readSqlite : readPostgres
  const tables: TenantTable[] = []
  for (const name of names) tables.push(await read(database, name))
  return tables
}

async function namesOf({ queries }: Database): Promise<string[]> {
  const tables = await queries.introspection.getTables()
  return tables
    .filter(
      ({ name, columns }) =>
        columns.some((column) => column.name === 'org_id') && !/^(org$|journal_)/.test(name),
    )
    .map(({ name }) => name)
    .sort()
}

async function readSqlite({ queries }: Database, name: string): Promise<TenantTable> {
  const columns = await sql<{ name: string; pk: number }>`
    SELECT name, pk FROM pragma_table_info(${name}) WHERE pk > 0 ORDER BY pk`.execute(queries)
  const keys = await sql<{ id: number; table: string; from: string; to: string }>`
    SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(${name}) ORDER BY id, seq`.execute(queries)
  const indexes = await sql<{ name: string; column: string }>`
    SELECT list.name AS name, info.name AS column
    FROM pragma_index_list(${name}) AS list, pragma_index_info(list.name) AS info
    WHERE list.origin = 'c' ORDER BY list.name, info.seqno`.execute(queries)
  return {
    name,
    primaryKey: columns.rows.map((column) => column.name),
    references: [...Map.groupBy(keys.rows, ({ id }) => id).values()].map((parts) => ({
      columns: parts.map(({ from }) => from),
      table: parts[0]!.table,
      targets: parts.map(({ to }) => to),
    })),
    indexes: [...Map.groupBy(indexes.rows, (row) => row.name)].map(([index, parts]) => ({
      name: index,
      columns: parts.map(({ column }) => column),
    })),
  }
}

async function readPostgres({ queries }: Database, name: string): Promise<TenantTable> {
  const columnsOf = (numbers: string, table: string) =>
    sql.raw(`(SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(${numbers}) WITH ORDINALITY AS k (attnum, n)
      JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.attnum)`)
  const keys = await sql<{ kind: string; columns: string[]; table: string; targets: string[] }>`
    SELECT contype AS kind, ${columnsOf('conkey', 'conrelid')} AS columns, confrelid::regclass::text AS table,
      ${columnsOf('confkey', 'confrelid')} AS targets
    FROM pg_constraint WHERE conrelid = ${name}::regclass`.execute(queries)
  const indexes = await sql<{ name: string; columns: string[] }>`
    SELECT indexrelid::regclass::text AS name, ${columnsOf('indkey::int2[]', 'indrelid')} AS columns
    FROM pg_index i WHERE indrelid = ${name}::regclass
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
    ORDER BY 1`.execute(queries)
  return {
    name,
    primaryKey: keys.rows.find(({ kind }) => kind === 'p')?.columns ?? [],
    references: keys.rows.filter(({ kind }) => kind === 'f'),
    indexes: indexes.rows,
  }
}
