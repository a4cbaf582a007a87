import { expect, test } from 'vitest'
import { parseIssueQuery } from './query.ts'
import { bareVersionsIn, releaseMatcher, releasePatternsIn, withNamedReleases } from './release-patterns.ts'

const QUERY = parseIssueQuery(
  'release:[1.4.*,shop@2.0.0,1.4.0] !first_release:v1.5 (resolved_in:2* OR env:1.6) release:nightly.1 release:1234567',
)

test('the patterns and the versions without a package that a query asks for', () => {
  expect([...releasePatternsIn(QUERY).keys()]).toEqual(['1.4.*', '2*'])
  expect(bareVersionsIn(QUERY)).toEqual(['1.4.0', 'v1.5'])
})

test('names take the place of a pattern; one that no release has stays', () => {
  const named = withNamedReleases(QUERY, new Map([['1.4.*', ['1.4.0', '1.4.1']]]))
  expect(named.terms[0]!.values).toEqual(['1.4.0', '1.4.1', 'shop@2.0.0'])
  expect(named.groups).toEqual(QUERY.groups)
})

test.each([
  ['1.2..1.4', ['1.2', 'shop@1.3.0', '1.4']],
  ['>1.3.0', ['1.4', '1.5']],
  ['>=1.3.0', ['shop@1.3.0', '1.4', '1.5']],
  ['<1.2', ['1.1']],
  ['<=1.2', ['1.1', '1.2']],
  ['>soon', []],
])('%s stands for %j', (value, meant) => {
  const releases = ['1.1', '1.2', 'shop@1.3.0', '1.4', '1.5']
  expect(releases.filter(releaseMatcher([value]))).toEqual(meant)
})
