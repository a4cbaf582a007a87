import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handleOf, mentionedIn } from './mention.ts'

const ADA = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }
const GRACE = { id: 'grace', name: 'Grace', email: 'g.hopper@example.com' }
const OTHER_ADA = { id: 'other', name: '', email: 'ada@example.org' }
const PEOPLE = [ADA, GRACE]

test.each([
  ['@ada look', ['ada']],
  ['look, @Ada.', ['ada']],
  ['(@adalovelace) and @grace', ['ada', 'grace']],
  ['@g.hopper@example.com!', ['grace']],
  ['@ada @ada', ['ada']],
  ['mail ada@example.com, x@ada', []],
  ['@ad and @nobody and @ and @@', []],
])('%s', (body, expected) => {
  expect(mentionedIn(body, PEOPLE, 20)).toEqual(expected)
})

test('what two share names neither, their addresses do', () => {
  const both = [ADA, OTHER_ADA]
  expect(mentionedIn('@ada', both, 20)).toEqual([])
  expect(mentionedIn('@ada@example.org', both, 20)).toEqual(['other'])
  expect(handleOf(ADA, both)).toBe('ada@example.com')
  expect(handleOf(ADA, PEOPLE)).toBe('ada')
})

test('no more than the most', () => {
  expect(mentionedIn('@ada @grace', PEOPLE, 1)).toEqual(['ada'])
})

test('a handle names its owner, whatever the others are called', () => {
  const name = fc.stringMatching(/^[a-z]{1,3}$/)
  const people = fc.uniqueArray(fc.tuple(name, fc.constantFrom('a.org', 'b.org'), name), {
    minLength: 1,
    maxLength: 8,
    selector: ([local, host]) => `${local}@${host}`,
  })
  fc.assert(
    fc.property(people, (drawn) => {
      const all = drawn.map(([local, host, own], n) => ({ id: `${n}`, name: own, email: `${local}@${host}` }))
      for (const person of all) {
        expect(mentionedIn(`hey @${handleOf(person, all)}, look`, all, 20)).toEqual([person.id])
      }
    }),
  )
})
