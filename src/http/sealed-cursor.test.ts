import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { InstallationKey } from '#platform/installation-key.ts'
import { withOpenCursor, withSealedCursor } from './sealed-cursor.ts'

const KEY = new InstallationKey(randomBytes(32))

it('cursors leave sealed and come back open, for their own organization alone', () => {
  const sealed = withSealedCursor(KEY, 'org', { next_cursor: 'row 7', since_cursor: 'row 9', total: 2 })
  expect(sealed).toEqual({ next_cursor: expect.any(String), since_cursor: expect.any(String), total: 2 })
  expect(JSON.stringify(sealed)).not.toContain('row')
  const query = { cursor: sealed.next_cursor, since: sealed.since_cursor, limit: '5' }
  expect(withOpenCursor(KEY, 'org', query)).toEqual({ cursor: 'row 7', since: 'row 9', limit: '5' })
  expect(withOpenCursor(KEY, 'other', query)).toEqual({ cursor: '!', since: '!', limit: '5' })
  expect(withOpenCursor(KEY, 'org', { cursor: 'row 7' })).toEqual({ cursor: '!' })
})

it('what has no cursor is handed on as it is', () => {
  for (const none of [null, undefined, 'text', 7, { cursor: '' }, { next_cursor: 'row 7' }])
    expect(withOpenCursor(KEY, 'org', none)).toBe(none)
  for (const last of [{ next_cursor: null }, { next_cursor: '' }, { cursor: 'row 7' }])
    expect(withSealedCursor(KEY, 'org', last)).toBe(last)
})
