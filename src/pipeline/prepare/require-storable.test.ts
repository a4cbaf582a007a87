import { expect, test } from 'vitest'
import { normaliseEvent } from '#domain/normalise/event.ts'
import { requireStorable } from './require-storable.ts'

const { payload: _, ...COLUMNS } = normaliseEvent(
  { message: 'it broke', tags: { plan: 'gold' }, user: { id: '7' } },
  { receivedAt: 1.7e12, retentionDays: 90 },
)

test.each<[name: string, columns: object]>([
  ['an object, as a table finds for `__proto__`', { browserName: Object.prototype }],
  ['a function, as one finds for `constructor`', { osName: Object }],
  ['nothing', { release: undefined }],
  ['a number that is none', { occurredAt: Number.NaN }],
  ['a NUL, which PostgreSQL refuses', { title: 'a\0b' }],
  ['an object in the user', { user: { ...COLUMNS.user, id: {} } }],
  ['an object in a tag', { searchedTags: [['plan', { a: 1 }]] }],
])('a record ends as a dead letter rather than stop its lane: %s', (_, columns) => {
  expect(() => requireStorable(COLUMNS)).not.toThrow()
  expect(() => requireStorable({ ...COLUMNS, ...columns })).toThrow('cannot be stored')
})
