import { jsonListOf } from '../json/json.ts'

/** An issue (row key), and when it last changed, epoch ms. */
export type IssueChange = [id: number, at: number]

export interface QueueCursor {
  readAt: number
  /** Of the last entry of a page; absent: before the first. */
  place?: { rank: number; id: number } | undefined
  seen: IssueChange[]
}

/** A change has its transaction's start time: one may have begun this long before `readAt`, not yet
 * visible. */
export const CHANGES_OVERLAP_MS = 10_000
/** So many changes fit into a cursor; of a busier time some are met twice. */
export const MOST_SEEN_CHANGES = 60

export function encodeQueueCursor({ readAt, place, seen }: QueueCursor): string {
  return JSON.stringify(['queue', readAt, place ? [place.rank, place.id] : null, seen])
}

/** The cursor that a text stands for, or null when it is not ours. Never throws. */
export function decodeQueueCursor(text: string): QueueCursor | null {
  const [name, readAt, place, seen] = jsonListOf(text)
  if (name !== 'queue' || !Number.isSafeInteger(readAt) || !isPairs(seen)) return null
  if (place !== null && !isPair(place)) return null
  return {
    readAt: readAt as number,
    place: place === null ? undefined : { rank: place[0], id: place[1] },
    seen,
  }
}

function isPairs(value: unknown): value is IssueChange[] {
  return Array.isArray(value) && value.every(isPair)
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isSafeInteger(part))
}
