import { CompiledQuery } from 'kysely'
import { dialectOf } from './dialect-of.ts'
import type { Dialect } from './migrate.ts'
import type { Queries } from './scope.ts'

/** SQL types both engines know; they say how a value is sent. */
export type ColumnType = 'bigint' | 'text' | 'bytes'

export interface BulkStatement {
  columns: readonly (readonly [name: string, type: ColumnType])[]
  /** Statement text around a list of rows, e.g. `INSERT INTO t (a, b) VALUES <rows> ON CONFLICT …`. */
  text: (rows: string) => string
}

/** An `INSERT` of many rows; `tail` is what follows them (`ON CONFLICT …`, `RETURNING …`). */
export function bulkInsert(table: string, columns: BulkStatement['columns'], tail = ''): BulkStatement {
  const names = columns.map(([name]) => name).join(', ')
  return { columns, text: (rows) => `INSERT INTO ${table} (${names}) VALUES ${rows} ${tail}` }
}

const CHUNKS = [128, 32, 8, 1]
/** PostgreSQL counts parameters in 16 bits, SQLite allows 32,766. */
const MAX_PARAMETERS = 32_000

/** Runs a bulk statement over rows of values in column order; answers the rows it returns. */
export async function bulkWrite<R = unknown>(
  { db }: { db: Queries },
  statement: BulkStatement,
  rows: readonly (readonly unknown[])[],
): Promise<R[]> {
  const dialect = dialectOf({ db })
  const returned: R[] = []
  const width = statement.columns.length
  for (let at = 0; at < rows.length; ) {
    const size = chunkSize(rows.length - at, width)
    const parameters: unknown[] = []
    for (let i = at; i < at + size; i++) for (const value of rows[i]!) parameters.push(value)
    const sql = statement.text(placeholders(statement.columns, size, dialect))
    const result = await db.executeQuery<R>(CompiledQuery.raw(sql, parameters))
    for (const row of result.rows) returned.push(row)
    at += size
  }
  return returned
}

function chunkSize(left: number, width: number): number {
  return CHUNKS.find((size) => size <= left && size * width <= MAX_PARAMETERS) ?? 1
}

const POSTGRES_TYPES: Record<ColumnType, string> = { bigint: 'bigint', text: 'text', bytes: 'bytea' }
const written = new WeakMap<BulkStatement['columns'], Map<string, string>>()

function placeholders(columns: BulkStatement['columns'], size: number, dialect: Dialect): string {
  const sizes = written.get(columns) ?? new Map<string, string>()
  written.set(columns, sizes)
  const key = `${dialect}:${size}`
  const text = sizes.get(key) ?? writeRows(columns, size, dialect)
  sizes.set(key, text)
  return text
}

function writeRows(columns: BulkStatement['columns'], size: number, dialect: Dialect): string {
  const rows: string[] = []
  for (let row = 0; row < size; row++) {
    const marks = columns.map(([, type], column) =>
      dialect === 'sqlite' ? '?' : `$${row * columns.length + column + 1}::${POSTGRES_TYPES[type]}`,
    )
    rows.push(`(${marks.join(', ')})`)
  }
  return rows.join(', ')
}
