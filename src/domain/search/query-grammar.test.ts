import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { parseIssueQuery } from './query.ts'
import type { QueryTerm } from './query-term.ts'

/** A token as someone types it, and the term that it stands for. */
interface Written {
  token: string
  term: QueryTerm
}

const KEYS = ['is', 'env', 'release', 'user.email', 'level', 'assigned', 'browser', 'user.id', 'events']
const LEVEL_SYNONYMS = { warn: 'warning', critical: 'fatal' } as const

const anyText = fc.string({ unit: 'binary', maxLength: 20 })
const word = fc.stringMatching(/^[a-z0-9_@.-]{1,12}$/)
const blank = fc.constantFrom(' ', '   ', '\t', '\n', '\u00A0', ' \r\n ')

/** The same text with some of its letters in the other case. */
const inAnyCase = (text: string) =>
  fc
    .integer()
    .map((bits) =>
      [...text].map((char, at) => ((bits >> (at % 31)) & 1 ? char.toUpperCase() : char)).join(''),
    )

const negation = fc.constantFrom({ sign: '', negated: false }, { sign: '!', negated: true })

/** `key:` with or without `!`, in any case. */
const keyed = (key: string) =>
  fc
    .tuple(negation, inAnyCase(key))
    .map(([{ sign, negated }, name]) => ({ before: `${sign}${name}:`, negated }))

const namedKinds = {
  env: 'environment',
  release: 'release',
  browser: 'browser',
  os: 'os',
  'user.id': 'user',
} as const
const named: fc.Arbitrary<Written> = fc
  .constantFrom(...(Object.keys(namedKinds) as (keyof typeof namedKinds)[]))
  .chain((key) =>
    fc.tuple(keyed(key), anyText).map(([{ before, negated }, value]) => ({
      token: before + quoteQueryValue(value),
      term: { kind: namedKinds[key], values: [value], negated },
    })),
  )

const email: fc.Arbitrary<Written> = fc
  .tuple(keyed('user.email'), anyText)
  .map(([{ before, negated }, value]) => ({
    token: before + quoteQueryValue(value),
    term: { kind: 'email', values: [value.toLowerCase()], negated },
  }))

const assignee: fc.Arbitrary<Written> = fc
  .tuple(keyed('assigned'), fc.oneof(fc.constantFrom('me', 'none'), fc.emailAddress()))
  .chain(([{ before, negated }, name]) =>
    inAnyCase(name).map((value) => ({
      token: before + quoteQueryValue(value),
      term: { kind: 'assignee', values: [value.toLowerCase()], negated },
    })),
  )

/** Names with commas between, each in any case. */
const listed = <Name extends string>(names: Name[]) =>
  fc
    .array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
    .chain((list) => fc.tuple(fc.constant(list), inAnyCase(list.join(','))))

const level: fc.Arbitrary<Written> = fc
  .tuple(keyed('level'), listed([...LEVELS, 'warn', 'critical']))
  .map(([{ before, negated }, [names, value]]) => {
    const levels = names.map((name) => (name === 'warn' || name === 'critical' ? LEVEL_SYNONYMS[name] : name))
    return { token: before + value, term: { kind: 'level', values: [...new Set(levels)], negated } }
  })

const status: fc.Arbitrary<Written> = fc
  .tuple(keyed('is'), listed([...ISSUE_STATUSES, 'open', 'snoozed']))
  .map(([{ before, negated }, [names, value]]) => {
    const statuses = names
      .filter((name) => name !== 'snoozed')
      .map((name) => (name === 'open' ? 'unresolved' : name))
    const values = [...new Set(statuses)]
    const orSnoozed = names.includes('snoozed') && { orSnoozed: true as const }
    const term: QueryTerm =
      values.length === 0
        ? { kind: 'snoozed', values: [], negated }
        : { kind: 'status', values, negated, ...orSnoozed }
    return { token: before + value, term }
  })

/** Any other name is a tag's, in its own case. */
const tag: fc.Arbitrary<Written> = fc
  .tuple(negation, fc.stringMatching(/^[xyzXYZ][\w.-]{0,39}$/), fc.stringMatching(/^\w[\w ":*?/]{0,10}$/))
  .map(([{ sign, negated }, key, value]) => {
    const token = `${sign}${key}:${quoteQueryValue(value)}`
    return { token, term: { kind: 'tag', key, values: [value], negated, raw: token } }
  })

const text: fc.Arbitrary<Written> = anyText.map((value) => ({
  token: quoteQueryValue(value),
  term: asText(value),
}))

/** What looks like the language and is none of it. */
const unknown: fc.Arbitrary<Written> = fc
  .oneof(
    word.map((value) => `!${value}`),
    word.map((value) => `"${value}"${value}`),
    fc.tuple(word, word).map(([key, value]) => `@${key}:${value}`),
    fc
      .tuple(fc.constantFrom('is:', '!is:', 'level:', '!level:'), word)
      .map(([key, value]) => `${key}un${value}`),
    fc
      .tuple(fc.constantFrom('is:resolved,', 'level:error,'), word)
      .map(([list, value]) => `${list}un${value}`),
    fc.constantFrom('is:,', 'is:resolved,', 'level:,error', 'is:""', 'assigned:someone', 'assigned:a@b@c'),
    fc.constantFrom(...KEYS).map((key) => `${key}:`),
  )
  .map((token) => ({ token, term: asText(token) }))

function asText(value: string): QueryTerm {
  return { kind: 'text', values: [value], negated: false }
}

const anyToken = fc.oneof(named, email, assignee, level, status, tag, text, unknown)

describe('the grammar of issue queries', () => {
  test('reads every query as meant: tokens separated by spaces, each its own term', () => {
    const query = fc.array(fc.tuple(anyToken, blank), { maxLength: 20 })
    fc.assert(
      fc.property(fc.oneof(blank, fc.constant('')), query, (start, tokens) => {
        const q = start + tokens.map(([{ token }, after]) => token + after).join('')
        expect(parseIssueQuery(q).terms).toEqual(tokens.map(([{ term }]) => term))
      }),
      { numRuns: 5000 },
    )
  })

  test('brackets behind a key are OR; a comma alone is OR inside `is:` and `level:` only', () => {
    const item = fc.oneof(word, anyText).map((value) => ({ value, written: quoteQueryValue(value) }))
    const keys = fc.constantFrom(...(Object.keys(namedKinds) as (keyof typeof namedKinds)[]))
    fc.assert(
      fc.property(keys, fc.array(item, { minLength: 1, maxLength: 5 }), word, word, (key, items, a, b) => {
        const written = items.map((each) => each.written).join()
        const names = items.map(({ value }) => value)
        const kind = namedKinds[key]
        expect(parseIssueQuery(`${key}:[${written}]`).terms).toEqual([
          { kind, values: [...new Set(names)], negated: false },
        ])
        expect(parseIssueQuery(`${key}:${a},${b}`).terms).toEqual([
          { kind, values: [`${a},${b}`], negated: false },
        ])
        expect(parseIssueQuery(`[${a},${b}]`).terms).toEqual([asText(`[${a},${b}]`)])
      }),
    )
  })

  test('a quote that nothing closes is free text, as it stands', () => {
    fc.assert(
      fc.property(anyToken, word, ({ token, term }, rest) => {
        fc.pre(!token.includes('"'))
        expect(parseIssueQuery(`${token} "${rest}`).terms).toEqual([term, asText(`"${rest}`)])
      }),
    )
  })

  test('the parser is pure: the same text is the same query, whatever was read before', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const first = parseIssueQuery(a)
        parseIssueQuery(b)
        expect(parseIssueQuery(a)).toEqual(first)
      }),
    )
  })
})
