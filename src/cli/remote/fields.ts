import { UsageError } from '../command-context.ts'
import { table } from './remote.ts'

/** The fields of rows that `--fields` asks for, by dotted paths such as `issue.id`: as JSON with one object
 * per row, or as a table. @throws UsageError for a field that no row has. */
export function fieldsOf(rows: readonly object[], fields: string, json: boolean): string {
  const paths = fields.split(',').map((path) => path.trim())
  const known = new Set(rows.flatMap((row) => paths.filter((path) => valueAt(row, path) !== undefined)))
  const unknown = paths.find((path) => path === '' || (rows.length > 0 && !known.has(path)))
  if (unknown !== undefined) {
    const names = Object.keys(rows[0] ?? {}).join(', ')
    throw new UsageError(
      `There is no field “${unknown}”. The fields are ${names}; use dots for nested fields.`,
    )
  }
  const picked = rows.map((row) => paths.map((path) => valueAt(row, path) ?? null))
  if (json) {
    return JSON.stringify(
      picked.map((values) => Object.fromEntries(paths.map((path, at) => [path, values[at]]))),
    )
  }
  const cells = picked.map((values) => values.map(cellOf))
  return table([paths.map((path) => path.toUpperCase()), ...cells])
}

function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null
    return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  }, row)
}

function cellOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
