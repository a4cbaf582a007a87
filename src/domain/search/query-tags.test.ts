import { expect, test } from 'vitest'
import { tagNameOf } from '#contract/issue/query-value.ts'
import { parseIssueQuery } from './query.ts'
import { termsIn } from './query-groups.ts'
import { queryNotes } from './query-notes.ts'
import { tagKeyOf } from './search-keys.ts'

const text = (value: string) => ({ kind: 'text', values: [value], negated: false })
const tag = (raw: string, key: string, value: string) => ({
  kind: 'tag',
  key,
  values: [value],
  negated: raw.startsWith('!'),
  raw,
})

test.each<[string, object[]]>([
  ['tags[plan]:pro', [tag('tags[plan]:pro', 'plan', 'pro')]],
  ['tags["plan"]:pro', [tag('tags["plan"]:pro', 'plan', 'pro')]],
  ['TAGS[browser]:Lynx', [tag('TAGS[browser]:Lynx', 'tags[browser]', 'Lynx')]],
  ['!tags["a b"]:"c d"', [tag('!tags["a b"]:"c d"', 'tags["a b"]', 'c d')]],
  ['tags[0]: x', [text('tags[0]:'), text('x')]],
  ['tags[]:x tags[a', [text('tags[]:x'), text('tags[a')]],
])('%j is read', (q, terms) => {
  expect(parseIssueQuery(q).terms).toEqual(terms)
})

test('letters of all languages need no brackets, and a name that no event has is text', () => {
  for (const [q, key] of [
    ['größe:xl', 'tags[größe]'],
    ['!Größe:xl', 'tags[Größe]'],
    ['地域:[東京,xl]', 'tags[地域]'],
    ['(größe:xl OR level:fatal)', 'tags[größe]'],
    ['URL:xl', 'url'],
  ] as const)
    expect(termsIn(parseIssueQuery(q))).toContainEqual(expect.objectContaining({ kind: 'tag', key }))
  expect(parseIssueQuery('größe::xl größe: @größe:xl').terms.map(({ kind }) => kind)).toEqual(
    Array(3).fill('text'),
  )
  expect(queryNotes('größe:xl', { tags: new Set(['tags[größe]']), members: new Set() })).toEqual([])
  expect(queryNotes('größe:xl', { tags: new Set(), members: new Set() })).toEqual([
    expect.stringMatching(/^“größe:” is not a search key, and no event has a tag of that name/),
  ])
})

test('the key of each name is read back as itself', () => {
  for (const name of ['plan', 'Browser', 'url', 'a b', 'a"b\\c', 'x'.repeat(64), 'tags[os]', 'größe', '"']) {
    const key = tagKeyOf(name)!
    expect(tagNameOf(key)).toBe(name)
    expect(parseIssueQuery(`${key}:x`).terms).toEqual([tag(`${key}:x`, key, 'x')])
  }
  expect(['', ' ', 'a\nb', 'x'.repeat(65), '\uD800'].map(tagKeyOf)).toEqual([null, null, null, null, null])
})

test('an operator or a parenthesis that is text is named', () => {
  const notesOn = (q: string) => queryNotes(q, { tags: new Set(), members: new Set() })
  expect(notesOn('timeout OR')).toEqual([
    expect.stringMatching(/^“OR” was searched as text: it needs a term/),
  ])
  expect(notesOn('(level:fatal OR timeout')).toEqual([
    '“(level:fatal” was searched as text: each parenthesis must be closed, with a space or nothing behind it.',
  ])
})
