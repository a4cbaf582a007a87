import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { partsOf as readQuery } from '#domain/search/query-token.ts'
import { parseSearch, stringifySearch } from '../../url/router-search.ts'
import {
  filterOf,
  parseIssuesSearch,
  partsOf,
  searchTyped,
  splitToken,
  TABS,
  tabOf,
  tokensOf,
  withTab,
} from './issue-filter.ts'
import { withoutEnvironment } from './query-terms.ts'

const [open, regressions] = TABS

describe('tabs and the search box', () => {
  it('moves the tab when the box is edited, whatever the order of tokens', () => {
    expect(tabOf('is:unresolved,regression !is:snoozed')?.key).toBe('open')
    expect(tabOf('!is:snoozed checkout is:unresolved,regression')?.key).toBe('open')
    expect(tabOf('checkout env:production')?.key).toBe('all')
    expect(tabOf('is:unresolved')).toBeUndefined()
  })

  it('keeps every other filter when the tab changes', () => {
    expect(withTab('is:resolved env:"my env" "two words"', regressions)).toBe(
      'is:regression env:"my env" "two words"',
    )
    expect(withTab('is:resolved', TABS[5])).toBe('')
  })

  it('leaves groups and OR as they are', () => {
    expect(withTab('is:resolved (is:open OR level:fatal) x', regressions)).toBe(
      'is:regression (is:open OR level:fatal) x',
    )
    expect(withTab('is:open env:a OR level:fatal', regressions)).toBe(
      'is:regression (is:open env:a OR level:fatal)',
    )
    expect(withTab('is:resolved AND env:a AND b', regressions)).toBe('is:regression env:a b')
    expect(withTab('OR x', regressions)).toBe('is:regression "OR" x')
    expect(tabOf('is:regression OR level:fatal')?.key).toBe('all')
    expect(withoutEnvironment('env:a (env:a OR b)')).toEqual({ q: '(env:a OR b)', had: true })
    expect(withoutEnvironment('env:a OR b')).toEqual({ q: '(env:a OR b)', had: false })
  })

  it('lands on the tab it was moved to, for any search', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...TABS), (q, tab) => {
        expect(tabOf(withTab(q, tab))?.key).toBe(tab.key)
      }),
    )
  })

  it('loses no token when only the status changes', () => {
    const word = fc.stringMatching(/^[a-z:."]{1,8}$/).filter((token) => !/^!?is:/.test(token))
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const q = words.join(' ')
        expect(tokensOf(withTab(q, open)).slice(2)).toEqual(tokensOf(q))
      }),
    )
  })
})

describe('tokens', () => {
  it('keeps quoted parts whole and survives an open quote', () => {
    expect(tokensOf('  a  "b c" env:"d e"  "f g')).toEqual(['a', '"b c"', 'env:"d e"', '"f g'])
  })

  it('keeps a group whole if it is closed', () => {
    expect(tokensOf('x (a OR !(b "c )" d)) f(y z) e')).toEqual(['x', '(a OR !(b "c )" d))', 'f(y', 'z)', 'e'])
    expect(tokensOf('(a OR b')).toEqual(['(a', 'OR', 'b'])
    expect(partsOf(' (a  OR b)  c').join('')).toBe(' (a  OR b)  c')
  })

  it('are those of the server, wherever quotes stand', () => {
    const word = fc.stringMatching(/^[a-z\\]{1,3}$/)
    const quoted = fc.stringMatching(/^[a-z"\\ ]{1,6}$/).map((text) => quoteQueryValue(`a${text} z`))
    const value = fc.oneof(
      word,
      quoted,
      fc.constant('a"'),
      fc.tuple(word, quoted).map(([a, b]) => a + b),
    )
    const term = fc.oneof(
      value,
      value.map((text) => `!env:${text}`),
      fc.array(fc.oneof(word, quoted), { minLength: 1, maxLength: 3 }).map((list) => `env:[${list.join()}]`),
    )
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
        const q = terms.join(' ')
        const { parts } = readQuery(q)
        const ofServer = parts.flatMap((part) => (part.kind === 'term' ? [part.token.raw] : []))
        expect(tokensOf(q)).toEqual(ofServer)
      }),
    )
  })

  it('a quoted value may have quotes in it', () => {
    const token = `server:${quoteQueryValue('say "is:x  hi" \\ ')}`
    expect(tokensOf(`${token} b`)).toEqual([token, 'b'])
    expect(withTab(token, regressions)).toBe(`is:regression ${token}`)
  })

  it('knows the keys of the search and nothing else', () => {
    expect(splitToken('!env:prod')).toEqual({ key: '!env:', value: 'prod' })
    expect(splitToken('größe:xl')).toEqual({ key: 'größe:', value: 'xl' })
    expect(splitToken('http://x')).toEqual({ key: '', value: 'http://x' })
  })

  it('takes environments out, negated ones too', () => {
    expect(withoutEnvironment('env:a x !env:b')).toEqual({ q: 'x', had: true })
    expect(withoutEnvironment('x')).toEqual({ q: 'x', had: false })
  })
})

describe('a typed text', () => {
  it('keeps a word that ends in a colon: a pasted message is searched for whole', () => {
    for (const message of ["TypeError: x is undefined (reading 'id')", 'a: b: c', 'std::run: failed']) {
      expect(searchTyped(message, false)).toBe(message)
    }
    expect(searchTyped('KeyError: ', false)).toBe('KeyError:')
    expect(searchTyped('KeyError:', true)).toBe('KeyError:')
  })

  it('waits for the rest of a group and of an operator', () => {
    expect(searchTyped('is:open (level:fatal OR en', false)).toBeNull()
    expect(searchTyped('is:open (level:fatal', false)).toBeNull()
    expect(searchTyped('is:open (level:fatal OR b) ', false)).toBe('is:open (level:fatal OR b)')
    expect(searchTyped('is:open (level:fatal OR b', true)).toBe('is:open (level:fatal OR b')
    expect(searchTyped('a OR', false)).toBeNull()
    expect(searchTyped('a OR env:', false)).toBeNull()
    expect(searchTyped('failed (code 5', false)).toBe('failed (code 5')
  })

  it('leaves out keys whose values are still to be typed', () => {
    expect(searchTyped('x plan:', false)).toBe('x')
    expect(searchTyped('env: x', false)).toBe('x')
    expect(searchTyped('x !level:', true)).toBe('x')
  })
})

describe('the URL', () => {
  it('brings back any search text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (q) => {
        expect(parseSearch(stringifySearch({ q })).q).toBe(q.toWellFormed())
      }),
    )
  })

  it('tells an empty search from the default one, and ignores what it does not know', () => {
    expect(filterOf(parseIssuesSearch({})).q).toBe('is:unresolved,regression !is:snoozed')
    expect(filterOf(parseIssuesSearch({ q: '' })).q).toBe('')
    expect(parseIssuesSearch({ window: '1y', sort: 'x', other: '1' })).toEqual({})
  })
})
