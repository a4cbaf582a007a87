import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { tokensOf } from '../../../entities/issue/issue-filter.ts'
import { askedValues, asSuggestions, complete, explain, fixedSuggestions, typingAt } from './completion.ts'

const at = (marked: string) => typingAt(marked.replace('|', ''), marked.indexOf('|'))

describe('the token at the caret', () => {
  it.each([
    ['env:pro|', { key: 'env:', typed: 'pro', start: 0, end: 7 }],
    ['is:unresolved env:|', { key: 'env:', typed: '', start: 14, end: 18 }],
    ['env:"my e|', { key: 'env:', typed: 'my e', start: 0 }],
    ['is:unresolved,re|g', { key: 'is:', before: 'unresolved,', typed: 'reg' }],
    ['env:["a, b",st|', { key: 'env:', before: '["a, b",', typed: 'st' }],
    ['env:[st|]', { key: 'env:', before: '[', typed: 'st' }],
    ['env:a,b|', { key: 'env:', before: '', typed: 'a,b' }],
    ['release:["a, b|', { key: 'release:', before: '[', typed: 'a, b' }],
    ['env:[sta|ging,prod]', { before: '[', typed: 'staging', after: ',prod]', taken: ['prod'] }],
    ['env:["a, b",prod]|', { before: '["a, b",prod,', typed: '', after: ']', taken: ['a, b', 'prod'] }],
    ['is:unres|,resolved', { before: '', typed: 'unres', after: ',resolved', taken: ['resolved'] }],
    ['[a,b|', { key: '', before: '', typed: '[a,b' }],
    ['release:>=1.|', { key: 'release:', before: '>=', typed: '1.' }],
    ['first_release:1.2..1|', { before: '1.2..', typed: '1' }],
    ['release:[1.2,<1|]', { before: '[1.2,<', typed: '1', after: ']' }],
    ['!env:st|', { key: 'env:', negation: '!', typed: 'st' }],
    ['rel| is:open', { key: '', typed: 'rel', start: 0, end: 3 }],
    ['is:open  |  x', { key: '', typed: '', start: 9, end: 9 }],
    ['http://x|', { key: '', typed: 'http://x' }],
    ['(env:pro|', { key: 'env:', typed: 'pro', start: 1, end: 8 }],
    ['a OR !(!env:pro|) b', { key: 'env:', negation: '!', typed: 'pro', end: 15 }],
    ['(|', { key: '', typed: '', start: 1 }],
    ['(render(x|) OR b)', { key: '', typed: 'render(x)' }],
    ['(a OR b)|', { key: '', typed: '', start: 8 }],
    ['tags["a b"]:x|', { key: 'tags["a b"]:', typed: 'x' }],
  ])('%s', (marked, expected) => {
    expect(at(marked)).toMatchObject(expected)
  })

  it('lies in the text and holds the caret, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, place) => {
        const caret = place % (text.length + 1)
        const { start, end } = typingAt(text, caret)
        expect(start).toBeLessThanOrEqual(caret)
        expect(end).toBeGreaterThanOrEqual(caret)
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('a choice', () => {
  const pick = (marked: string, key: string, value: string) => {
    const text = marked.replace('|', '')
    const done = complete(text, at(marked), { key, value })
    return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`
  }

  it('takes the place of what was typed, and leaves the rest alone', () => {
    expect(pick('is:open env:pr| checkout', 'env:', 'production')).toBe('is:open env:production |checkout')
    expect(pick('en|', 'env:', '')).toBe('env:|')
    expect(pick('!env:|', 'env:', 'dev')).toBe('!env:dev |')
    expect(pick('is:unresolved,|', 'is:', 'regression')).toBe('is:unresolved,regression |')
    expect(pick('is:unres|,regression', 'is:', 'resolved')).toBe('is:resolved,regression |')
    expect(pick('(a OR env:pr|) b', 'env:', 'production')).toBe('(a OR env:production|) b')
    expect(pick('(a OR en|', 'env:', '')).toBe('(a OR env:|')
    expect(pick('(a OR b)|', 'env:', '')).toBe('(a OR b) env:|')
    expect(pick('release:|', 'release:', 'web 1.0')).toBe('release:"web 1.0" |')
    expect(pick('!release:>1| x', 'release:', 'web@1.4')).toBe('!release:>web@1.4 |x')
    expect(pick('release:1.2..|', 'release:', '1.4')).toBe('release:1.2..1.4 |')
  })

  it('in a list leaves the caret where the next value can be chosen', () => {
    expect(pick('env:[prod,|', 'env:', 'a, b')).toBe('env:[prod,"a, b"]|')
    expect(pick('env:[prod,st|] x', 'env:', 'staging')).toBe('env:[prod,staging]| x')
    expect(pick('env:[prod]|', 'env:', 'qa')).toBe('env:[prod,qa]|')
    expect(pick('env:[st|,prod]', 'env:', 'staging')).toBe('env:[staging,prod]|')
  })

  it('stays one token whatever its value', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => !/["\\]/.test(text))
    fc.assert(
      fc.property(value, (text) => {
        expect(tokensOf(`env:${quoteQueryValue(text)} x`)).toEqual([`env:${quoteQueryValue(text)}`, 'x'])
      }),
    )
  })
})

describe('what is offered', () => {
  const names = (marked: string) => fixedSuggestions(at(marked)).map(({ key, value }) => key + value)

  it('keys first, then the words of a status not used yet', () => {
    expect(names('|')).toEqual([
      'is:',
      'env:',
      'release:',
      'first_release:',
      'regressed_in:',
      'resolved_in:',
      'level:',
      'assigned:',
      'user.email:',
      'user.id:',
      'browser:',
      'os:',
      'transaction:',
      'url:',
      'server:',
      'events:',
      'users:',
      'first_seen:',
      'last_seen:',
    ])
    expect(names('re|')).toEqual(['release:', 'regressed_in:', 'resolved_in:'])
    expect(names('is:re|')).toEqual(['is:regression', 'is:resolved'])
    expect(names('is:resolved,re|')).toEqual(['is:regression'])
    expect(names('checkout|')).toEqual([])
  })

  it('names and values of tags are asked for, in their own case', () => {
    expect(askedValues(at('cus|'))).toEqual({ key: 'tag' })
    expect(askedValues(at('!Customer:ac|'))).toEqual({ key: 'tag', tag: 'Customer' })
    expect(askedValues(at('größ|'))).toEqual({ key: 'tag' })
    expect(askedValues(at('größe:x|'))).toEqual({ key: 'tag', tag: 'größe' })
    expect(askedValues(at('URL:/a|'))).toEqual({ key: 'url' })
    for (const none of ['|', 'http://x|', 'two-words! |', 'events:1|'])
      expect(askedValues(at(none)), none).toBeNull()
    const counted = [{ value: 'customer', count: 2, capped: false }]
    expect(asSuggestions(at('cus|'), counted)).toMatchObject([{ key: 'customer:', value: '', count: 2 }])
    expect(asSuggestions(at('plan:|'), counted)).toMatchObject([{ key: 'plan:', value: 'customer' }])
    for (const taken of ['plan:[customer,|', 'plan:["customer"]|', 'plan:[|,customer]'])
      expect(asSuggestions(at(taken), counted), taken).toEqual([])
    // What a range can end with, without the issues of that release alone.
    const releases = ['web@1.4', 'nightly', 'web 1.4'].map((value) => ({ value, count: 2, capped: false }))
    expect(asSuggestions(at('release:>|'), releases)).toEqual([{ key: 'release:', value: 'web@1.4' }])
    expect(asSuggestions(at('release:|'), releases)).toMatchObject(releases)
  })

  it('says when a token is searched for as text', () => {
    expect(explain(at('chekout|'))).toContain('Searching text: “chekout”')
    expect(explain(at('01a2109a60757090b019ec88ef1149eb|'))).toBe('Searching for the event with this ID.')
    expect(explain(at('01A2109A-6075-7090-b019-ec88ef1149eb|'))).toBe('Searching for the event with this ID.')
    expect(explain(at('foo:bar|'))).toContain('“foo:” is searched as a tag if any event has it')
    expect(explain(at('Foo::bar|'))).toContain('Searching text: “Foo::bar”')
    expect(explain(at('http://x|'))).toContain('Searching text: “http://x”')
    expect(explain(at('events:|'))).toContain('>100')
    expect(explain(at('last_seen:|'))).toContain('-24h')
    expect(explain(at('is:fixed|'))).toContain('not a status')
    expect(explain(at('is:[resolved,fixed|'))).toContain('not a status')
    expect(explain(at('is:[resolved,ignored]|'))).toBeNull()
    expect(explain(at('level:bad|'))).toContain('not a level')
    expect(explain(at('is:open|'))).toBeNull()
    expect(explain(at('env:anything|'))).toBeNull()
    expect(explain(at('assigned:me|'))).toBeNull()
    expect(explain(at('|'))).toBeNull()
  })
})
