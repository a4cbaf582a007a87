import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followWords } from './issue-words.ts'

const word = fc.constantFrom('disk', 'full', 'a1', 'b22', 'user', '7', 'of', '/pay/:id')
const line = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
const words = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

test("the newest event's text is found, whatever came before, and the whole is bounded", () => {
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 8 }), (first, others) => {
      let known = first
      for (const newest of others) {
        known = followWords(newest, [newest], known).words
        expect(known.startsWith(newest)).toBe(true)
        expect(known.length).toBeLessThanOrEqual(Math.max(newest.length, 700))
        expect(followWords(newest, [newest], known)).toEqual({ words: known, gone: [] })
      }
    }),
  )
})

test('while there is room nothing is forgotten', () => {
  expect(followWords('c', ['c', 'b'], 'a\nb')).toEqual({ words: 'c\nb\na', gone: [] })
})

test('what has no room is handed on, of texts that differ in values one', () => {
  const long = (letter: string) => letter.repeat(340)
  const known = [long('a'), `${long('b')} 1`, `${long('b')} 2`, long('c'), `${long('d')} 7`, `${long('d')} 6`]
  const { words, gone } = followWords('newest', [], known.join('\n'))
  expect(words.split('\n')).toEqual(['newest', long('a'), `${long('b')} 1`])
  expect(gone).toEqual([long('c'), `${long('d')} 7`])
})
