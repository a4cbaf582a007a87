import { describe, expect, test } from 'vitest'
import { findRegexes, regexFaults } from '../support/rules/regex-rules.ts'

const faults = (text: string, names: string[] = []) =>
  regexFaults(
    findRegexes('a.ts', text),
    names.map((name) => ({ file: 'a.ts', name, bound: '10', why: '' })),
  )

describe('the checker of regular expressions', () => {
  test.each([
    ['two runs of one class side by side', 'f(/^[a\\s]+={0,2}\\s*$/)'],
    ['a run at the end that may begin anywhere', 'f(/[.]+$/)'],
    ['a repeated choice of the same', 'const A = /^(?:[-_]?[a-z]+)*$/'],
    ['what it cannot decide', 'const A = /(?<![a-z])x[a-z]+y/'],
    ['a pattern put together while running', 'const A = new RegExp(text)'],
    ['the same without `new`', 'const A = RegExp(text)'],
  ])('refuses %s', (_name, text) => {
    expect(faults(text)).toEqual([expect.stringMatching(/^a\.ts:1: (not proven linear|a pattern put)/)])
  })

  test.each(['f(/^[a\\s]+$/)', 'const A = /\\S+/g', "const A = 'no [.]+$ pattern'"])('takes %s', (text) => {
    expect(faults(text)).toEqual([])
  })

  test('takes what is listed by the name of its constant, and refuses an entry that nothing needs', () => {
    expect(faults('const A = /[.]+$/', ['A'])).toEqual([])
    expect(faults('const B = 1', ['A'])).toEqual(['a.ts: there is no A; take it off the list'])
  })
})
