import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nullNumbers } from './null-numbers.ts'

it.each([
  ['{"a":NaN}', '{"a":null}'],
  ['{"a":[Infinity,-Infinity, NaN ,-1]}', '{"a":[null,null, null ,-1]}'],
  ['{"NaN":"-Infinity \\" NaN","b":NaN}', '{"NaN":"-Infinity \\" NaN","b":null}'],
  ['{"a":"NaN"}', null],
  ['{"a":"NaN', null],
  ['{"a":1}', null],
  ['', null],
])('%s', (text, nulled) => {
  expect(nullNumbers(text)).toBe(nulled)
})

it('changes nothing but the words, whatever the strings beside them say', () => {
  const word = fc.constantFrom('NaN', 'Infinity', '-Infinity')
  const text = fc.oneof(fc.string(), word, fc.constant('\\"NaN'))
  fc.assert(
    fc.property(fc.dictionary(text, text), word, (strings, number) => {
      const json = JSON.stringify({ before: strings, n: '@', after: strings })
      const nulled = nullNumbers(json.replace('"n":"@"', () => `"n":${number}`))
      expect(JSON.parse(nulled!)).toEqual(JSON.parse(json.replace('"n":"@"', '"n":null')))
    }),
  )
})
