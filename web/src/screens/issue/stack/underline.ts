const NAME = /[\p{L}\p{N}_$.]/u

/**
 * What to underline in the line that failed: the name the column points into, together with the object it is
 * read from (`order.id`), or one character where it points at something else.
 *
 * @param line the source line
 * @param column counted from 1, as engines report it
 * @returns start and end in UTF-16 units, or `null` where the column is outside of the line
 */
export function underlineRange(line: string, column: number | null): [number, number] | null {
  if (column === null || column < 1 || column > line.length) return null
  let start = column - 1
  let end = start
  while (start > 0 && NAME.test(line[start - 1] ?? '') && NAME.test(line[column - 1] ?? '')) start -= 1
  while (end < line.length && NAME.test(line[end] ?? '')) end += 1
  if (end === start) end = start + 1
  return line.slice(start, end).trim() === '' ? null : [start, end]
}
