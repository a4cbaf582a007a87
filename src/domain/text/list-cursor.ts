import { jsonListOf } from '../json/json.ts'

/** Where a page of a list ended: the sort it was made for, the sort value of its last row, and that row's key. */
export interface ListCursor {
  sort: string
  value: number | string
  id: number
}

const MAX_CURSOR_CHARS = 4096

export function encodeCursor({ sort, value, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

/** The cursor that a text stands for, or null when it is not ours. Never throws. */
export function decodeCursor(text: string): ListCursor | null {
  if (text.length > MAX_CURSOR_CHARS || !/^[\w-]+$/.test(text)) return null
  const [sort, value, id, ...rest] = jsonListOf(Buffer.from(text, 'base64url').toString())
  const isComplete = typeof sort === 'string' && (typeof value === 'string' || isKey(value)) && isKey(id)
  return isComplete && rest.length === 0 ? { sort, value, id } : null
}

function isKey(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
