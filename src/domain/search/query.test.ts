import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { eventIdIn, issueIdOf, parseIssueQuery } from './query.ts'
import { queryNotes, withKnownTags } from './query-notes.ts'
import { readNumberRange, readTimeRange } from './query-range.ts'
import type { TermKind } from './query-term.ts'

const term = (kind: TermKind, ...values: string[]) => ({ kind, values, negated: false })
const not = (term: object) => ({ ...term, negated: true })

const tag = (raw: string, key: string, value: string) => ({
  ...term('tag', value),
  key,
  raw,
})

const QUERIES: [string, object[]][] = [
  ['', []],
  ['  \t\n ', []],
  ['is:unresolved', [term('status', 'unresolved')]],
  ['is:open', [term('status', 'unresolved')]],
  ['is:resolved is:ignored', [term('status', 'resolved'), term('status', 'ignored')]],
  ['IS:Regression', [term('status', 'regression')]],
  ['is:snoozed', [term('snoozed')]],
  ['!is:snoozed', [not(term('snoozed'))]],
  [
    'is:unresolved,regression !is:snoozed',
    [term('status', 'unresolved', 'regression'), not(term('snoozed'))],
  ],
  ['is:open,unresolved', [term('status', 'unresolved')]],
  ['is:resolved,snoozed', [{ ...term('status', 'resolved'), orSnoozed: true }]],
  ['is:bogus', [term('text', 'is:bogus')]],
  ['!is:bogus', [term('text', '!is:bogus')]],
  ['is:resolved,bogus', [term('text', 'is:resolved,bogus')]],
  ['is:', [term('text', 'is:')]],
  ['is:resolved,', [term('text', 'is:resolved,')]],
  ['env:prod', [term('environment', 'prod')]],
  ['env:"my env" x', [term('environment', 'my env'), term('text', 'x')]],
  ['env:a,b', [term('environment', 'a,b')]],
  ['env:[a,b]', [term('environment', 'a', 'b')]],
  ['env:[a,"b c"] x', [term('environment', 'a', 'b c'), term('text', 'x')]],
  ['env:[a, b]', [term('environment', '[a,'), term('text', 'b]')]],
  ['env:[a,,b]', [term('environment', '[a,,b]')]],
  ['env:[a]b', [term('environment', '[a]b')]],
  ['env:["a"b,c]', [term('environment', '["a"b,c]')]],
  ['!release:[1.0,1.0]', [not(term('release', '1.0'))]],
  ['assigned:[Me,ada@example.com]', [term('assignee', 'me', 'ada@example.com')]],
  ['assigned:[me,ada]', [term('text', 'assigned:[me,ada]')]],
  ['user.email:[A@x.io,*@y.io]', [term('email', 'a@x.io', '*@y.io')]],
  [
    'level:[error,FATAL] is:[open,snoozed]',
    [term('level', 'error', 'fatal'), { ...term('status', 'unresolved'), orSnoozed: true }],
  ],
  ['plan:[pro,free]', [{ ...tag('plan:[pro,free]', 'plan', ''), values: ['pro', 'free'] }]],
  ['[a,b]', [term('text', '[a,b]')]],
  ['!env:Prod', [not(term('environment', 'Prod'))]],
  ['env:', [term('text', 'env:')]],
  ['env: prod', [term('text', 'env:'), term('text', 'prod')]],
  ['release:app@1.2.3+4', [term('release', 'app@1.2.3+4')]],
  ['release:""', [term('release', '')]],
  ['first_release:1.2 !resolved_in:1.3', [term('first_release', '1.2'), not(term('resolved_in', '1.3'))]],
  ['user.email:*@Example.com', [term('email', '*@example.com')]],
  ['level:error,FATAL', [term('level', 'error', 'fatal')]],
  ['level:warn', [term('level', 'warning')]],
  ['level:loud', [term('text', 'level:loud')]],
  ['assigned:me', [term('assignee', 'me')]],
  ['!assigned:None', [not(term('assignee', 'none'))]],
  ['assigned:Ada@Example.com', [term('assignee', 'ada@example.com')]],
  ['assigned:ada', [term('text', 'assigned:ada')]],
  ['!assigned:@', [term('text', '!assigned:@')]],
  ['TypeError undefined', [term('text', 'TypeError'), term('text', 'undefined')]],
  ['"two words"', [term('text', 'two words')]],
  ['"is:resolved"', [term('text', 'is:resolved')]],
  ['"a \\"b\\" \\\\ c"', [term('text', 'a "b" \\ c')]],
  ['"open', [term('text', '"open')]],
  ['env:"open x', [term('environment', '"open'), term('text', 'x')]],
  ['5" screen', [term('text', '5"'), term('text', 'screen')]],
  ['"a"b', [term('text', '"a"b')]],
  [
    'foo:bar !word http://x/?a=b',
    [tag('foo:bar', 'foo', 'bar'), term('text', '!word'), term('text', 'http://x/?a=b')],
  ],
  [
    '!checkout.step:"the end" URL:https://x.io/a?b=1#c main.ts:10 12:30 std::run',
    [
      not(tag('!checkout.step:"the end"', 'checkout.step', 'the end')),
      tag('URL:https://x.io/a?b=1#c', 'url', 'https://x.io/a'),
      tag('main.ts:10', 'main.ts', '10'),
      term('text', '12:30'),
      term('text', 'std::run'),
    ],
  ],
  [
    "'; DROP TABLE issue; --",
    [
      term('text', "';"),
      term('text', 'DROP'),
      term('text', 'TABLE'),
      term('text', 'issue;'),
      term('text', '--'),
    ],
  ],
]

describe('parseIssueQuery', () => {
  test.each(QUERIES)('%j', (q, terms) => {
    expect(parseIssueQuery(q).terms).toEqual(terms)
  })

  test('10,000 hostile strings: no throw, only known kinds, bounded', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'is:',
        '!',
        '"',
        '\\',
        ',',
        'env:',
        'level:',
        'assigned:',
        'me',
        '@',
        'user.email:',
        ' ',
        '\0',
        '%',
        '_',
        '*',
        'resolved',
        'snoozed',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const { kind, values, negated } of parseIssueQuery(pieces.join('')).terms) {
          expect(kind === 'snoozed' ? values.length === 0 : values.length >= 1).toBe(true)
          if (kind === 'text') expect(negated).toBe(false)
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('quoting survives the way back, alone and after a key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (value) => {
        const quoted = quoteQueryValue(value)
        expect(parseIssueQuery(`x ${quoted} !env:${quoted} release:${quoted} y`).terms).toEqual([
          term('text', 'x'),
          term('text', value),
          not(term('environment', value)),
          term('release', value),
          term('text', 'y'),
        ])
      }),
      { numRuns: 2000 },
    )
  })

  test('a long query is cut, not refused', () => {
    expect(parseIssueQuery('a '.repeat(100_000)).terms).toHaveLength(50)
    expect(parseIssueQuery(`"${'\\'.repeat(1_000_000)}`).terms).toHaveLength(1)
  })
})

test.each([
  ['7', { min: 7, max: 7 }],
  ['>7', { min: 8 }],
  ['>=7', { min: 7 }],
  ['<7', { max: 6 }],
  ['<=7', { max: 7 }],
  ['7..9', { min: 7, max: 9 }],
  ['9..7', null],
  ['many', null],
  ['>', null],
])('a number: %s', (text, range) => expect(readNumberRange(text)).toEqual(range))

const DAY = 24 * 3_600_000
const NOV_20 = Date.UTC(2026, 10, 20)

test.each([
  ['2026-11-20', { min: NOV_20, max: NOV_20 + DAY - 1 }],
  ['>2026-11-20', { min: NOV_20 + DAY }],
  ['>=2026-11-20T10:30', { min: NOV_20 + 37_800_000 }],
  ['<=2026-11-20T10:30:05Z', { max: NOV_20 + 37_805_999 }],
  ['<2026-11-20', { max: NOV_20 - 1 }],
  ['2026-11-20..2026-11-21', { min: NOV_20, max: NOV_20 + 2 * DAY - 1 }],
  ['-24h', { max: DAY, isAgo: true }],
  ['+2w', { min: 14 * DAY, isAgo: true }],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['yesterday', null],
])('a time: %s', (text, range) => expect(readTimeRange(text)).toEqual(range))

const notesOn = (q: string, tags = new Set<string>(), members = new Set<string>()) =>
  queryNotes(q, { tags, members })

test('keys that are unknown, and values that a key does not take, are named', () => {
  const tags = new Set(['customer'])
  expect(notesOn('plan:pro !tier:"a b" events:many is:fixed customer:acme url:/a', tags)).toEqual([
    expect.stringMatching(/“plan:” is not a search key, .* so “plan:pro” was searched as text/),
    expect.stringContaining('“tier:” is not a search key'),
    expect.stringContaining('“many” is not a value of events:'),
    expect.stringContaining('“fixed” is not a value of is:'),
  ])
  const fine = 'TypeError: x "plan:pro" https://x.io/a:b env:a events:>7 Foo::bar level:error'
  expect(notesOn(fine, tags)).toEqual([])
  expect(notesOn('a:1 b:1 c:1 d:1 e:1 f:1', tags)).toHaveLength(5)
})

test.each([
  ['is:fixed', 'Use one of unresolved, resolved, ignored, regression, snoozed.'],
  ['!level:loud', 'Use one of fatal, error, warning, info, debug.'],
  ['assigned:ada', 'Use me, none or the email of a member.'],
  ['users:9..7', 'Use a number such as 7, >7, <=7 or 7..9.'],
  [
    'last_seen:2026-11-21..2026-11-20',
    expect.stringMatching(/^Use a time in UTC .*2026-11-01\.\.2026-11-20\.$/),
  ],
  ['First_Seen:>2026-11-20T10:30+05:30', expect.stringMatching(/^Use a time in UTC/)],
])('%s says what the key takes', (q, advice) => {
  const [note, ...others] = notesOn(q)
  expect([note!.split(' was searched as text. ')[1], others]).toEqual([advice, []])
})

test('an assignee who is not a member is named', () => {
  const members = new Set(['ada@example.com'])
  expect(notesOn('assigned:Ada@example.com !assigned:me assigned:none', new Set(), members)).toEqual([])
  expect(notesOn('!assigned:Eve@example.com assigned:eve@example.com', new Set(), members)).toEqual([
    'No member has the email “eve@example.com”. Use me, none or the email of a member.',
  ])
})

test('a key of other tools leads to ours, and operators are named', () => {
  expect(notesOn('environment:qa !server_name:web-1 constructor:x')).toEqual([
    expect.stringMatching(/“environment:qa” was searched as text. Did you mean env:\?$/),
    expect.stringMatching(/Did you mean server:\?$/),
    expect.stringMatching(/Put it in quotes if that is what you want\.$/),
  ])
  expect(notesOn('environment:qa', new Set(['environment']))).toEqual([])
  expect(notesOn('timeout OR refused or "OR"')).toEqual([])
})

test.each([
  ['ada@example.com is:open', 'user.email:ada@example.com'],
  ['https://shop.example/pay/7?a=b', 'url:https://shop.example/pay/7?a=b'],
  ['shop@1.5.0', 'release:shop@1.5.0'],
  ['!größe+maß:xl', '!tags[größe+maß]:xl'],
  ['Ошибка: größe+maß:xl', null],
  ['@sentry/node@10.2', null],
  ['user ada@example.com not found', null],
  ['"ada@example.com"', null],
])('a pasted %s leads to the key that finds it', (q, advice) => {
  const notes = notesOn(q)
  expect(notes).toEqual(advice === null ? [] : [expect.stringMatching(/ was searched as text\. To /)])
  if (advice !== null) expect(notes[0]).toContain(`write ${advice}`)
})

test('a list with spaces, or without its end, is named', () => {
  expect(notesOn('env:[qa, production]')).toEqual([
    expect.stringMatching(/^A list has no spaces: write env:\[/),
  ])
  expect(notesOn('is:open env:[qa,')).toEqual([expect.stringMatching(/^A list ends with “]”: write env:\[/)])
  expect(notesOn('env:[qa,production]')).toEqual([])
})

test('a * that is not a wildcard is named', () => {
  const tags = new Set(['customer'])
  expect(notesOn('release:1.* release:*.1 !env:prod* url:https://a.io/*/b', tags)).toEqual([
    'In release:, “*” is a wildcard only at the end of the value.',
    'In env:, “*” is not a wildcard: give the whole value.',
    'In url:, “*” is a wildcard only at the end of the value.',
  ])
  expect(notesOn('user.email:*@a.io url:https://a.io/* customer:ac* a*b', tags)).toEqual([])
})

test('the ID of an issue is found among other words, and in the address of its page', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  for (const q of [id, `is:open ${id.toUpperCase()}`, `https://errors.example/issues/${id}?event=a`])
    expect(issueIdOf(parseIssueQuery(q))).toBe(id)
  for (const q of ['', 'https://a.io/issues/7', `env:${id}`]) expect(issueIdOf(parseIssueQuery(q))).toBeNull()
})

test('a tag that no issue has is text; every event can have a transaction, a URL and a server', () => {
  const query = parseIssueQuery('!plan:pro customer:acme url:/a')
  expect(withKnownTags(query, new Set(['customer'])).terms).toEqual([
    term('text', '!plan:pro'),
    tag('customer:acme', 'customer', 'acme'),
    tag('url:/a', 'url', '/a'),
  ])
})

test('the id of an event is found among other words, in either spelling', () => {
  const id = '0f8fad5bd9cb469fa16570867728950e'
  const dashed = '0F8FAD5B-d9cb-469f-a165-70867728950e'
  for (const q of [id, `is:open ${dashed}`]) expect(eventIdIn(parseIssueQuery(q))).toBe(id)
  for (const q of ['', `env:${id}`, `${id}0`]) expect(eventIdIn(parseIssueQuery(q))).toBeNull()
})
