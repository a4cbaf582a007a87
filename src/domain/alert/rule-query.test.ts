import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEVELS } from '#contract/vocabulary.ts'
import { userHash } from '../event/user-identity.ts'
import { compileRuleQuery, type RuleSubject } from './rule-query.ts'
import { ruleQueryProblem } from './rule-query-problem.ts'

const EVENT: RuleSubject = {
  level: 'error',
  environment: 'production',
  release: '1.2.0',
  email: 'Ada@Example.com',
  browser: 'Mobile Safari',
  os: 'iOS',
  user: () => userHash('id:42'),
  text: () => 'typeerror: cannot read\ncheckout (cart.js) std:run server:db café',
  tag: (name) =>
    new Map([
      ['plan', 'gold tier'],
      ['url', 'https://shop.example/pay/{id}'],
    ]).get(name) ?? null,
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
    ['env:[staging,production]', true],
    ['!env:[staging,production]', false],
    ['release:[1.0.0,1.1.0]', false],
    ['release:1.2.*', true],
    ['release:[2.*,1.3*]', false],
    ['!release:1.*', false],
    ['release:>1.1', true],
    ['release:[>=2,<1.2]', false],
    ['!release:1.1..1.2', false],
    ['release:>=shop@1', false],
    ['browser:[Chrome,"Mobile Safari"] os:[iOS,Android]', true],
    ['user.id:[7,42]', true],
    ['!user.id:[7,42]', false],
    ['user.email:[bob@,*@example.com]', true],
    ['plan:[free,"gold tier"]', true],
    ['plan:[free,gold*]', true],
    ['!plan:[free,gold*]', false],
    ['!level:fatal,error', false],
    ['user.email:ada@example', true],
    ['user.email:*@example.com', true],
    ['user.email:a*a@*.com', true],
    ['user.email:*a@*a@*', false],
    ['user.email:example.com*', false],
    ['user.email:ada@*@example.com', false],
    ['user.email:example.com', true],
    ['TypeError "cannot read"', true],
    ['typeerror missing', false],
    ['plan:"gold tier"', true],
    ['"plan:gold tier"', false],
    ['plan:gold', false],
    ['plan:gold*', true],
    ['plan:Gold*', false],
    ['!plan:gold*', false],
    ['!plan:gold', true],
    ['!plan:"gold tier"', false],
    ['!other:x', true],
    ['other:x', false],
    ['std:run', true],
    ['!std:run', true],
    ['url:https://shop.example/pay/77?card=1', true],
    ['url:https://shop.example/cart', false],
    ['server:db', false],
    ['browser:"Mobile Safari" os:iOS', true],
    ['browser:"mobile safari"', false],
    ['!browser:Chrome', true],
    ['user.id:42', true],
    ['user.id:4*', false],
    ['!user.id:42', false],
    ['CAFE\u0301', true],
    ['"is:open"', false],
    ['is:open', true],
    ['is:regression', false],
    ['!is:snoozed', true],
    ['assigned:none', true],
    ['!assigned:none', false],
    ['level:fatal OR env:production', true],
    ['level:fatal OR env:staging', false],
    ['(level:fatal OR "cannot read") !env:staging', true],
    ['!(level:fatal OR env:production)', false],
    ['!(timeout) AND (plan:free OR plan:gold*)', true],
    ['!(TypeError)', false],
    ['!(plan:free level:error)', true],
    ['!(std:run OR level:fatal)', false],
    ['!(!plan:free)', false],
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
    const counted = { ...EVENT, tag: () => undefined, browser: undefined, os: undefined }
    for (const query of [
      'plan:gold',
      '!plan:gold',
      '!(plan:gold)',
      'browser:Chrome',
      '!browser:Chrome',
      '!os:iOS',
    ]) {
      expect(compileRuleQuery(query)(counted)).toBe(false)
    }
  })

  it.each([
    ['events:>5', 'A rule counts events, which have no events'],
    ['!first_seen:-1h', 'A rule counts events, which have no first_seen'],
    ['first_release:1.2', 'A rule looks at events, which have no first_release:1.2'],
    ['last_seen:soon', 'A rule counts events, which have no last_seen'],
    ['level:loud', 'level:loud is not a condition'],
    ['is:bogus', 'is:bogus is not a condition'],
    ['assigned:me', 'assigned:me would never match'],
    ['is:snoozed', 'Rules are quiet for snoozed'],
    ['is:ignored', 'Rules are quiet for snoozed'],
    ['release:1.2 release:1.3*', 'conditions on the release contradict each other'],
    ['release:1.2 release:>=1.3', 'conditions on the release contradict each other'],
    ['release:[1.2,1.3] !release:>=1.2', 'conditions on the release contradict each other'],
    ['release:>nightly', '“>nightly” names no version'],
    ['browser:Chrome browser:Firefox', 'conditions on the browser contradict each other'],
    ['os:iOS !os:iOS', 'conditions on the operating system'],
    ['user.id:1 user.id:2', 'conditions on the user'],
    ['plan:gold plan:free', 'conditions on the tag plan'],
    ['plan:[gold,free] plan:g* !plan:gold', 'conditions on the tag plan'],
    ['env:[a,b] env:c', 'conditions on the environment'],
    ['assigned:[none,me]', 'assigned:me would never match'],
    ['plan:g* plan:free', 'conditions on the tag plan'],
    ['plan:g* plan:f*', 'conditions on the tag plan'],
    ['plan:gold !plan:g*', 'conditions on the tag plan'],
    ['plan:go* !plan:g*', 'conditions on the tag plan'],
    ['assigned:none !assigned:none', 'contradict each other'],
    ['is:resolved !is:resolved', 'conditions on the status contradict each other'],
    ['env:a (env:b OR env:c)', 'conditions on the environment'],
    ['level:fatal OR events:>5', 'A rule counts events, which have no events'],
    ['!(env:a OR level:fatal) (env:a OR level:fatal)', 'contradict each other'],
  ])('%j can never match, and the refusal says why', (query, why) => {
    expect(ruleQueryProblem(query)).toContain(why)
  })

  it.each([
    'plan:gold !plan:free',
    'env:a (env:b OR level:fatal)',
    '!(is:snoozed OR is:ignored)',
    'plan:[gold,free] !plan:gold',
    'plan:[gold,free] plan:[f*,x]',
    'env:[a,b] env:[b,c]',
    'plan:g* plan:go*',
    'plan:g* !plan:gold',
    'plan:gold plan:g* !plan:f*',
    '!plan:a !plan:b',
  ])('%j can match', (query) => {
    expect(ruleQueryProblem(query)).toBeNull()
  })

  it('that no event can match is known as such: whatever it lets through matches some event', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const not = fc.constantFrom('', '!')
    const levels = fc.subarray([...LEVELS], { minLength: 1 }).map((some) => some.join())
    const term = fc.oneof(
      fc.tuple(not, name).map(([sign, value]) => `${sign}env:${value}`),
      fc.tuple(not, levels).map(([sign, value]) => `${sign}level:${value}`),
    )
    const group = fc
      .tuple(not, fc.array(term, { minLength: 1, maxLength: 3 }), fc.constantFrom(' ', ' OR '))
      .map(([sign, terms, operator]) => `${sign}(${terms.join(operator)})`)
    const events = ['a', 'b', 'c', 'other'].flatMap((environment) =>
      LEVELS.map((level) => ({ ...EVENT, environment, level })),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(term, group), { maxLength: 4 }), (terms) => {
        const query = terms.join(' ')
        fc.pre((query.match(/:/g) ?? []).length <= 10)
        const isPossible = events.some(compileRuleQuery(query))
        expect(ruleQueryProblem(query) === null).toBe(isPossible)
      }),
    )
  })
})
