import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEARCH_LIMITS } from '#contract/limits.ts'
import { parseIssueQuery, withoutRepeats } from './query.ts'
import { depthOf, termsIn, withJoinedValues } from './query-groups.ts'
import { queryProblem } from './query-limits.ts'
import { queryNotes, withKnownTags } from './query-notes.ts'
import type { IssueQuery, QueryTerm } from './query-term.ts'

/** A query with its terms in brackets if they are joined by OR: `[a | b c] !env:x`. */
function shown({ terms, groups }: IssueQuery): string {
  const written = terms.map((term) => {
    const value = term.kind === 'text' ? term.values[0] : `${term.kind}:${term.values.join()}`
    return term.negated ? `!${value}` : value
  })
  return [...written, ...groups.map((group) => `[${group.map(shown).join(' | ')}]`)].join(' ')
}

const QUERIES: [q: string, meaning: string][] = [
  ['a OR b', '[a | b]'],
  ['a OR b c', '[a | b c]'],
  ['a AND b OR c', '[a b | c]'],
  ['(a OR b) c', 'c [a | b]'],
  ['((a OR (b)) OR c)', '[a | b | c]'],
  ['a (b OR (c d))', 'a [b | c d]'],
  ['("a"b OR c)', '["a"b | c]'],
  ['(level:fatal env:x)', 'level:fatal environment:x'],
  ['!(level:fatal OR a)', '!level:fatal !a'],
  ['!(level:fatal a)', '[!level:fatal | !a]'],
  ['!(!level:fatal OR !(a b))', 'level:fatal a b'],
  ['!(env:[x,y] OR is:snoozed)', '!environment:x,y !snoozed:'],
  ['(env:[x,y] OR "a b")', '[environment:x,y | a b]'],
  ['(render(x) OR f())', '[render(x) | f()]'],
  ['(env:f(x) OR user.email:a@b)', '[environment:f(x) | email:a@b]'],
  ['(env: OR b)', '[env: | b]'],
  // Words of messages, as they always were.
  ['foo (bar) baz', 'foo (bar) baz'],
  ["of undefined (reading 'map')", "of undefined (reading 'map')"],
  ['(a (b c)) d', '(a (b c)) d'],
  ['render() ()', 'render() ()'],
  ['a or b and c', 'a or b and c'],
  ['"a OR b" OR "OR"', '[a OR b | OR]'],
  // Operators and parentheses that have nothing to join.
  ['OR', 'OR'],
  ['OR a', 'OR a'],
  ['a OR', 'a OR'],
  ['a AND', 'a AND'],
  ['(a OR)', '(a OR)'],
  ['a OR OR b', '[a OR | b]'],
  ['a OR (b', '[a | (b]'],
  ['a OR b)', '[a | b)]'],
  ['(level:fatal OR b', '[(level:fatal | b]'],
  ['(level:fatal)x', '(level:fatal)x'],
  [')(', ')('],
  ['!!(a)', '!!(a)'],
]

/** As a person may write it, with what it means. */
interface Written {
  q: string
  isMet: (truth: ReadonlySet<string>) => boolean
}

const NAMES = ['a', 'b', 'c', 'd', 'e']
const leaf: fc.Arbitrary<Written> = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom('word', 'env', 'tag'), fc.boolean())
  .map(([name, kind, isNegated]) => {
    if (kind === 'word') return { q: name, isMet: (truth) => truth.has(name) }
    const id = `${kind === 'env' ? 'environment' : 'tag'} ${name}`
    const q = kind === 'env' ? `env:${name}` : `t:${name}`
    return { q: `${isNegated ? '!' : ''}${q}`, isMet: (truth) => truth.has(id) !== isNegated }
  })
const { tree } = fc.letrec<{ tree: Written; join: Written }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, tie('join')),
  join: fc
    .tuple(
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      fc.constantFrom(' OR ', ' ', ' AND '),
      fc.constantFrom('', '!'),
    )
    .map(([parts, operator, not]) => ({
      q: `${not}(${parts.map(({ q }) => q).join(operator)})`,
      isMet: (truth: ReadonlySet<string>) => {
        const met = parts.map(({ isMet }) => isMet(truth))
        return (operator === ' OR ' ? met.includes(true) : !met.includes(false)) !== (not === '!')
      },
    })),
}))

function isMet({ terms, groups }: IssueQuery, truth: ReadonlySet<string>): boolean {
  return (
    terms.every((term) => term.values.some((value) => truth.has(idOf(term, value))) !== term.negated) &&
    groups.every((group) => group.some((query) => isMet(query, truth)))
  )
}

function idOf({ kind }: QueryTerm, value: string): string {
  return kind === 'text' ? value : `${kind} ${value}`
}

/** A query as text again. */
function written({ terms, groups }: IssueQuery): string {
  const ofTerms = terms.map((term) => {
    const [value = ''] = term.values
    if (term.kind === 'text') return term.negated ? `!(${value})` : value
    const q = term.values.length > 1 ? `[${term.values.join()}]` : value
    return `${term.negated ? '!' : ''}${term.kind === 'tag' ? 't' : 'env'}:${q}`
  })
  return [...ofTerms, ...groups.map((group) => `(${group.map(written).join(' OR ')})`)].join(' ')
}

const ALL = NAMES.flatMap((name) => [name, `environment ${name}`, `tag ${name}`])

describe('OR, AND and parentheses', () => {
  test.each(QUERIES)('%j means %s', (q, meaning) => {
    expect(shown(parseIssueQuery(q))).toBe(meaning)
  })

  test('a query means what it says, however deep, and so does what is made of it', () => {
    fc.assert(
      fc.property(tree, fc.subarray(ALL), (wanted, some) => {
        const truth = new Set(some)
        const query = parseIssueQuery(wanted.q)
        // Parentheses around words alone belong to them.
        fc.pre(query.isCut === undefined && /^[^(]|OR|AND|!|:/.test(wanted.q))
        const expected = wanted.isMet(truth)
        expect(isMet(query, truth)).toBe(expected)
        const known = withJoinedValues(withKnownTags(withoutRepeats(query), new Set(['t'])))
        expect(isMet(known, truth)).toBe(expected)
        expect(isMet(parseIssueQuery(written(query)), truth)).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })

  test('an unknown tag is text in a negated group as well', () => {
    const textOf = (q: string) => shown(withKnownTags(parseIssueQuery(q), new Set()))
    expect(textOf('!(x:1 OR !y:2) !z:3')).toBe('!x:1 !!y:2 !z:3')
    expect(withKnownTags(parseIssueQuery('!(!y:2 OR a)'), new Set()).terms[0]).toMatchObject({
      values: ['!y:2'],
      negated: true,
    })
    expect(parseIssueQuery('!(!(x:1 a))').terms[0]).toEqual(parseIssueQuery('x:1').terms[0])
  })

  test('values of one key become one term, which an index answers', () => {
    const joined = (q: string) => shown(withJoinedValues(parseIssueQuery(q)))
    expect(joined('env:a OR env:b')).toBe('environment:a,b')
    expect(joined('(release:1 OR a OR release:[2,3]) is:open')).toBe('status:unresolved [release:1,2,3 | a]')
    expect(joined('!env:a OR env:b OR is:snoozed OR is:open')).toBe(
      '[!environment:a | environment:b | snoozed: | status:unresolved]',
    )
    expect(joined('t:1 OR u:1')).toBe('[tag:1 | tag:1]')
  })

  test('terms and depth are bounded, and more is refused, not left out', () => {
    const many = Array.from({ length: SEARCH_LIMITS.terms + 1 }, () => 'is:open').join(' OR ')
    expect(queryProblem(withoutRepeats(parseIssueQuery(many)))).toContain('up to 50 terms')
    const nested = (depth: number): string => (depth === 0 ? 'a' : `(${nested(depth - 1)} OR b) is:open`)
    expect(queryProblem(parseIssueQuery(`a OR ${nested(SEARCH_LIMITS.groupDepth - 1)}`))).toBeNull()
    expect(queryProblem(parseIssueQuery(`a OR ${nested(SEARCH_LIMITS.groupDepth)}`))).toContain('4 deep')
    const words = Array.from({ length: SEARCH_LIMITS.textTerms + 1 }, (_, index) => `w${index}`)
    expect(queryProblem(parseIssueQuery(words.join(' OR ')))).toContain('words')
  })

  test('terms beyond the limit of a search without groups are noted', () => {
    expect(parseIssueQuery('a '.repeat(SEARCH_LIMITS.terms + 1)).isCut).toBeUndefined()
    const notesOn = (q: string) => queryNotes(q, { tags: new Set(), members: new Set() })
    const most = 'is:open '.repeat(SEARCH_LIMITS.terms)
    expect(notesOn(most)).toEqual([])
    expect(notesOn(`${most} level:fatal`)).toEqual([expect.stringMatching(/up to 50 terms.* left out/)])
  })

  test('parentheses alone never take long, and never fail', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('(', ')', '!', ' ', 'a', 'OR', '"', ':', '['), { maxLength: 400 }),
        (parts) => {
          const query = parseIssueQuery(parts.join(''))
          expect(termsIn(query).length).toBeLessThanOrEqual(SEARCH_LIMITS.terms)
          expect(depthOf(query)).toBeLessThan(SEARCH_LIMITS.terms)
        },
      ),
    )
    expect(termsIn(parseIssueQuery(`${'('.repeat(990)}a OR b${')'.repeat(990)}`))).toHaveLength(2)
  })
})
