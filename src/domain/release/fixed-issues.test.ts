import { describe, expect, it } from 'vitest'
import { issuesFixedBy } from './fixed-issues.ts'

const [A, B] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']

describe('issues that a commit message says it fixes', () => {
  it.each<[string, string[]]>([
    [`pay: check the total\n\nFixes https://errors.example.com/issues/${A}`, [A]],
    [`Fixes: https://errors.example.com/issues/${A}?tab=event.`, [A]],
    [`fix ${A}, and closes <https://x.example/issues/${B}>`, [A, B]],
    [`Resolved ${A.toUpperCase()}\nfixed ${A}`, [A]],
    [`See https://errors.example.com/issues/${A}`, []],
    [`Prefixes ${A}`, []],
    [`Fixes #12 and https://errors.example.com/projects/${A}`, []],
    [`Fixes the bug of ${A}`, []],
    ['', []],
  ])('%j', (message, ids) => {
    expect(issuesFixedBy(message)).toEqual(ids)
  })

  it('are at most 20', () => {
    const message = Array.from({ length: 40 }, (_, n) => `fixes ${A.slice(0, -2)}${n + 10}`).join(' ')
    expect(issuesFixedBy(message)).toHaveLength(20)
  })
})
