import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FINGERPRINT_RULE_LIMITS as LIMITS } from '#contract/project/intake-words.ts'
import { parseRules, type RuleMatcher } from './parse-rules.ts'

const only = (text: string) => {
  const { rules, problems } = parseRules(text)
  expect(problems).toEqual([])
  const [{ matchers, fingerprint }] = rules as [(typeof rules)[0]]
  return [
    matchers.map(({ field, negated, pattern }) => `${negated ? '!' : ''}${field}=${pattern}`),
    fingerprint,
  ]
}

describe('a fingerprint rule', () => {
  it.each([
    ['type:DatabaseUnavailable -> system-down', ['type=DatabaseUnavailable'], ['system-down']],
    [
      'error.type:"Http Error" !tags.tenant:acme   -> {{ default }}, {{ tags.tenant }}',
      ['type=Http Error', '!tags.tenant=acme'],
      ['{{ default }}', '{{ tags.tenant }}'],
    ],
    [
      'stack.function:"a \\"b\\" \\d" app:yes -> x-{{type}} "with, comma"',
      ['function=a "b" \\d', 'app=yes'],
      ['x-{{type}}', 'with, comma'],
    ],
    ['"tags.my:tag":x family:javascript,native->a b', ['tags.my:tag=x', 'family=javascript,native->a'], []],
    ['message:* -> a b,c', ['message=*'], ['a', 'b', 'c']],
  ])('reads %s', (text, matchers, fingerprint) => {
    if (fingerprint.length > 0) expect(only(text)).toEqual([matchers, fingerprint])
    else expect(parseRules(text).problems[0]?.message).toMatch(/^`native->a` is not a family/)
  })

  it('leaves out comments and blank lines, and names the line of what it cannot read', () => {
    const { rules, problems } = parseRules('# ours\r\n\r\n  type:A -> a\r\nnonsense\ntype:B -> b')
    expect(rules.map(({ line, text }) => [line, text])).toEqual([
      [3, 'type:A -> a'],
      [5, 'type:B -> b'],
    ])
    expect(problems).toEqual([{ line: 4, message: expect.stringMatching(/`nonsense` has no pattern/) }])
  })

  it.each([
    ['type:A', /no `->`/],
    ['-> a', /Nothing is before/],
    ['type:A ->', /Nothing is behind/],
    ['color:red -> a', /`color` is not a matcher. Use one of error\.type, /],
    ['type:"A -> a', /quote is not closed/],
    ['type:"" -> a', /pattern of `type` is empty/],
    ['type:A -> {{ colour }}', /`\{\{ colour \}\}` is not a variable. Use one of default, /],
    ['type:A -> {{ type', /`\{\{` is not closed/],
    ['type:A -> a title="A"', /Attributes such as/],
    ['[ function:a ] | function:b -> a', /callers and callees/],
    ['app:maybe -> a', /app:yes or app:no/],
    [`type:A -> ${'a '.repeat(21)}`, /up to 20 parts/],
    [`type:${'a'.repeat(1000)} -> a`, /up to 1000 characters/],
  ])('says what is wrong with %s', (text, expected) => {
    expect(parseRules(text)).toEqual({
      rules: [],
      problems: [{ line: 1, message: expect.stringMatching(expected) }],
    })
  })

  it('has limits on rules and matchers together', () => {
    const many = (rule: string, count: number) => parseRules(`${rule}\n`.repeat(count))
    expect(many('type:A -> a', 51).rules).toHaveLength(50)
    expect(many('type:A -> a', 51).problems[0]?.message).toMatch(/up to 50 rules/)
    const long = `${'type:A '.repeat(41)}-> a`
    expect(many(long, 5).problems[0]?.message).toMatch(/up to 200 matchers/)
  })

  it('reads what was printed as it was', () => {
    const fields = fc.constantFrom('type', 'value', 'message', 'function', 'path', 'level', 'tags.a')
    const text = fc.string({ minLength: 1, maxLength: 20 }).filter((said) => !/[\r\n]|\{\{/.test(said))
    const matcher = fc.record({ field: fields, negated: fc.boolean(), pattern: text })
    const parts = fc.array(fc.oneof(text, fc.constant('{{ default }}')), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(matcher, { minLength: 1, maxLength: 4 }), parts, (matchers, fingerprint) => {
        const { rules, problems } = parseRules(printed(matchers as RuleMatcher[], fingerprint))
        expect(problems).toEqual([])
        expect(rules[0]).toMatchObject({ matchers, fingerprint })
      }),
    )
  })

  it('reads any text without failing', () => {
    const pieces = fc.constantFrom('type', ':', '"', '\\', '->', ' ', '{{', '}}', '#', '\n', '!', 'x', ',')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (list) => {
        const { rules, problems } = parseRules(list.join(''))
        expect(rules.length + problems.length).toBeLessThanOrEqual(LIMITS.textChars)
      }),
    )
  })
})

function printed(matchers: readonly RuleMatcher[], fingerprint: readonly string[]): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const left = matchers.map(
    ({ field, negated, pattern }) => `${negated ? '!' : ''}${field}:${quoted(pattern)}`,
  )
  return `${left.join(' ')} -> ${fingerprint.map(quoted).join(', ')}`
}
