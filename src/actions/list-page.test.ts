import { expect, it } from 'vitest'
import type { ServiceError } from '#contract/errors.ts'
import { keyAfter, keyPlace, numberAfter, pageOf, placeAfter } from './list-page.ts'

const ROWS = [{ id: 3 }, { id: 2 }, { id: 1 }]
const cursorOf = ({ id }: { id: number }) => keyPlace('things', id)
const refused = expect.objectContaining<Partial<ServiceError>>({ code: 'invalid_request' })

it('a page names the next one only if there is more than it holds', () => {
  const { page, nextCursor } = pageOf(ROWS, 2, cursorOf)
  expect(page).toEqual([{ id: 3 }, { id: 2 }])
  expect(keyAfter(nextCursor!, 'things')).toBe(2)
  expect(pageOf(ROWS, 3, cursorOf)).toEqual({ page: ROWS, nextCursor: null })
  expect(pageOf([], 3, cursorOf).nextCursor).toBeNull()
})

it('no cursor begins at the first page; one of another list is refused', () => {
  const { nextCursor } = pageOf(ROWS, 1, cursorOf)
  for (const none of [undefined, '']) {
    expect(placeAfter(none, 'things')).toBeNull()
    expect(keyAfter(none, 'things')).toBeUndefined()
    expect(numberAfter(none, 'things')).toBeNull()
  }
  expect(numberAfter(nextCursor!, 'things')).toEqual({ value: 3, id: 3 })
  for (const other of [nextCursor!, 'no cursor', '!'])
    expect(() => placeAfter(other, 'others')).toThrow(refused)
})

it('a list ordered by numbers takes no place of one ordered by names', () => {
  const named = pageOf(ROWS, 1, ({ id }) => ({ sort: 'things', value: 'b', id })).nextCursor!
  expect(placeAfter(named, 'things')).toEqual({ sort: 'things', value: 'b', id: 3 })
  expect(() => numberAfter(named, 'things')).toThrow(refused)
})
