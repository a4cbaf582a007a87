import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEVELS } from '#contract/vocabulary.ts'
import { compileRuleQuery, type RuleSubject, ruleQueryProblem } from './rule-query.ts'

const EVENT: RuleSubject = {
  level: 'error',
  environment: 'production',
  release: '1.2.0',
  email: 'Ada@Example.com',
  text: () => 'typeerror: cannot read\ncheckout (cart.js)',
  tag: (name) => (name === 'plan' ? 'gold tier' : null),
  issueStatus: 'unresolved',
  isAssigned: false,
}

describe('the query of a rule', () => {
  it.each<[string, boolean]>([
    ['', true],
    ['env:production', true],
    ['env:Production', false],
    ['!env:staging release:1.2.0', true],
    ['level:fatal,error', true],
    ['!level:fatal,error', false],
    ['user.email:ada@example', true],
    ['user.email:*@example.com', true],
    ['user.email:a*a@*.com', true],
    ['user.email:*a@*a@*', false],
    ['user.email:example.com*', false],
    ['TypeError "cannot read"', true],
    ['typeerror missing', false],
    ['"plan:gold tier"', true],
    ['plan:gold', false],
    ['!plan:gold', true],
    ['"!plan:gold tier"', false],
    ['!other:x', true],
    ['is:open', true],
    ['is:regression', false],
    ['!is:snoozed', true],
    ['assigned:none', true],
    ['!assigned:none', false],
  ])('%j matches: %s', (query, expected) => {
    expect(compileRuleQuery(query)(EVENT)).toBe(expected)
    expect(ruleQueryProblem(query)).toBeNull()
  })

  it('never matches an address that is not known, negated or not', () => {
    const counted = { ...EVENT, email: undefined }
    expect(compileRuleQuery('user.email:ada')(counted)).toBe(false)
    expect(compileRuleQuery('!user.email:ada')(counted)).toBe(false)
    expect(compileRuleQuery('!user.email:ada')({ ...EVENT, email: null })).toBe(true)
  })

  it('never matches a tag that is not known, negated or not', () => {
    const counted = { ...EVENT, tag: () => undefined }
    expect(compileRuleQuery('plan:gold')(counted)).toBe(false)
    expect(compileRuleQuery('!plan:gold')(counted)).toBe(false)
  })

  it('that no event can match is known as such: whatever it lets through matches some event', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const not = fc.constantFrom('', '!')
    const levels = fc.subarray([...LEVELS], { minLength: 1 }).map((some) => some.join())
    const term = fc.oneof(
      fc.tuple(not, name).map(([sign, value]) => `${sign}env:${value}`),
      fc.tuple(not, levels).map(([sign, value]) => `${sign}level:${value}`),
    )
    const events = ['a', 'b', 'c', 'other'].flatMap((environment) =>
      LEVELS.map((level) => ({ ...EVENT, environment, level })),
    )
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
        const query = terms.join(' ')
        const isPossible = events.some(compileRuleQuery(query))
        expect(ruleQueryProblem(query) === null).toBe(isPossible)
      }),
    )
  })
})
