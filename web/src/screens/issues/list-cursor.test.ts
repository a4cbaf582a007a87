import { expect, it } from 'vitest'
import { ListCursor } from './list-cursor.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))

function cursorOn(at: number, list: { id: string }[]): ListCursor {
  const cursor = new ListCursor()
  cursor.follow(list)
  cursor.moveTo(at)
  return cursor
}

it('after a change of many rows the cursor is on the one that followed them', () => {
  const cursor = cursorOn(2, rows('a', 'b', 'c', 'd', 'e', 'f', 'g'))
  cursor.follow(rows('d', 'e', 'f', 'g'))
  expect(cursor.id).toBe('d')
  // Live rows above it, and the next change.
  cursor.follow(rows('new', 'd', 'e', 'f', 'g'))
  expect(cursor.id).toBe('d')
  cursor.follow(rows('new', 'f', 'g'))
  expect(cursor.id).toBe('f')
})

it('a row that comes back, as after an undo, has the cursor again', () => {
  const cursor = cursorOn(1, rows('a', 'b', 'c'))
  cursor.follow(rows('c'))
  expect(cursor.id).toBe('c')
  cursor.follow(rows('a', 'b', 'c'))
  expect(cursor.id).toBe('b')
})

it('at the end of the list it is on the row before', () => {
  const cursor = cursorOn(3, rows('a', 'b', 'c', 'd'))
  cursor.follow(rows('a', 'b'))
  expect(cursor.id).toBe('b')
  cursor.follow(rows())
  expect(cursor.id).toBeUndefined()
})
