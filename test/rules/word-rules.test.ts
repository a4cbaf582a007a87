import { describe, expect, it } from 'vitest'
import { oddPhrases, WORD_RULES } from '../support/rules/word-rules.ts'

describe('the check of words', () => {
  it.each(WORD_RULES)('finds $bad', ({ bad, write }) => {
    expect(oddPhrases(bad).map((odd) => odd.write)).toContain(write)
  })
  it.each(WORD_RULES)('allows $good', ({ good }) => {
    expect(oddPhrases(good)).toEqual([])
  })
  it('reads across line breaks in comments, and names the line where the phrase begins', () => {
    expect(oddPhrases('/**\n * What is\n * no JSON.\n */')).toMatchObject([{ line: 2 }])
    expect(oddPhrases('// it waits for\n  // ever')).toMatchObject([{ line: 1 }])
  })
})
