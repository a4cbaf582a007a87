import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mentionedIn } from '#contract/issue/mention.ts'
import { mentionAt, peopleFor, withMention } from './mention-typing.ts'

const PEOPLE = [
  { id: '1', name: 'Ada Lovelace', email: 'ada@example.com' },
  { id: '2', name: '', email: 'grace@example.com' },
]

test.each([
  ['hi @ad|', 'ad'],
  ['@|', ''],
  ['(@g|)', 'g'],
  ['@ada@ex|', 'ada@ex'],
  ['mail ada@ex|', null],
  ['@ada |', null],
  ['|@ada', null],
])('%s', (marked, typed) => {
  const caret = marked.indexOf('|')
  expect(mentionAt(marked.replace('|', ''), caret)?.typed ?? null).toBe(typed)
})

test('people are found by name, by any word of it, and by address', () => {
  const found = (typed: string) => peopleFor(PEOPLE, typed).map(({ id }) => id)
  expect([found(''), found('LOVE'), found('gr'), found('x')]).toEqual([['1', '2'], ['1'], ['2'], []])
})

test('who is picked is mentioned, and the rest of the text stays', () => {
  const place = fc.tuple(fc.constantFrom('', 'hi ', 'a\n', '('), fc.constantFrom('', ' rest', '\nrest'))
  fc.assert(
    fc.property(place, fc.constantFrom(...PEOPLE), ([before, after], person) => {
      const text = `${before}@a${after}`
      const typing = mentionAt(text, before.length + 2)!
      const done = withMention(text, typing, [person, PEOPLE])
      expect(mentionedIn(done.text, PEOPLE, 20)).toEqual([person.id])
      expect(done.text.startsWith(before)).toBe(true)
      expect(done.text.slice(done.caret)).toBe(after.replace(/^ /, ''))
    }),
  )
})
