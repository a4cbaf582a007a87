import { ServiceError } from '#contract/errors.ts'
import { decodeCursor, encodeCursor, type ListCursor } from '#domain/text/list-cursor.ts'

/** One page of a list, and the cursor of the next one, null on the last. */
export interface ListPage<Row> {
  page: Row[]
  nextCursor: string | null
}

/** Pass one row more than `limit` if there is a next page. @param cursorOf the place of a page's last row. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => ListCursor,
): ListPage<Row> {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : encodeCursor(cursorOf(last)) }
}

/** The place of a row in a list that is ordered by row keys alone; `sort` names the list. */
export function keyPlace(sort: string, id: number): ListCursor {
  return { sort, value: id, id }
}

/** Where a page begins; null for no cursor, or an empty one. @throws invalid_request for a cursor of another list. */
export function placeAfter(cursor: string | undefined, sort: string): ListCursor | null {
  if (!cursor) return null
  const place = decodeCursor(cursor)
  if (place?.sort !== sort) throw cursorRefused()
  return place
}

/** As `placeAfter`, in a list that is ordered by row keys alone. */
export function keyAfter(cursor: string | undefined, sort: string): number | undefined {
  return placeAfter(cursor, sort)?.id
}

/** As `placeAfter`, in a list that is ordered by a number, and by row keys where it is the same. */
export function numberAfter(cursor: string | undefined, sort: string): { value: number; id: number } | null {
  const place = placeAfter(cursor, sort)
  if (place === null) return null
  const { value, id } = place
  if (typeof value !== 'number') throw cursorRefused()
  return { value, id }
}

export function cursorRefused(
  advice = 'Use the next_cursor of the previous page.',
  parameter = 'cursor',
): ServiceError {
  return new ServiceError('invalid_request', `The ${parameter} is not a cursor of this list. ${advice}`, {
    details: [{ path: parameter, message: advice }],
  })
}
