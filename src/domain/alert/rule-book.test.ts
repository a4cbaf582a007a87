import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { userHash } from '../event/user-identity.ts'
import { type CountedRule, RuleBook } from './rule-book.ts'
import { compileRuleQuery } from './rule-query.ts'

const name = fc.constantFrom('a', 'b', 'toString', '__proto__')
const not = fc.constantFrom('', '!')
const term = fc.oneof(
  fc
    .tuple(not, fc.constantFrom('env', 'release'), name)
    .map(([sign, key, value]) => `${sign}${key}:${value}`),
  fc.tuple(not, fc.constantFrom(...LEVELS)).map(([sign, level]) => `${sign}level:${level},info`),
  fc.tuple(not, fc.constantFrom(...ISSUE_STATUSES)).map(([sign, status]) => `${sign}is:${status}`),
  fc.constantFrom(
    'boom',
    'tag:x',
    '!tag:x',
    'tag:x*',
    'url:x',
    'browser:Chrome',
    '!os:Linux',
    'release:a*',
    '!release:[__*,b]',
    'user.id:7',
    '!user.id:7',
    'user.email:ada',
    '!user.email:*@b.c',
    'assigned:none',
    '!is:snoozed',
  ),
)
const group = fc
  .tuple(not, fc.array(term, { minLength: 1, maxLength: 3 }))
  .map(([sign, terms]) => `${sign}(${terms.join(' OR ')})`)
const query = fc
  .array(fc.oneof({ arbitrary: term, weight: 3 }, group), { maxLength: 4 })
  .map((terms) => terms.join(' '))
const subject = fc.record({
  level: fc.constantFrom(...LEVELS, 'odd'),
  environment: fc.oneof(name, fc.constant('other')),
  release: fc.oneof(name, fc.constant('')),
  email: fc.constantFrom(null, undefined, 'ada@b.c', 'bob@b.c'),
  browser: fc.constantFrom(null, undefined, 'Chrome'),
  os: fc.constantFrom(null, undefined, 'Linux'),
  user: fc.constantFrom(null, userHash('id:7')).map((hash) => () => hash),
  text: fc.constantFrom('boom', 'quiet').map((text) => () => text),
  tag: fc.constantFrom(undefined, null, 'x', 'xy').map((value) => () => value),
  issueStatus: fc.constantFrom(...ISSUE_STATUSES),
  isAssigned: fc.boolean(),
})

describe('the rules of a project', () => {
  it('are compared with an event all at once, as each would be alone', () => {
    fc.assert(
      fc.property(
        fc.array(query, { maxLength: 50 }),
        fc.array(subject, { minLength: 1, maxLength: 5 }),
        (queries, subjects) => {
          const book = new RuleBook(
            queries.map(
              (text, index): CountedRule => ({
                id: index,
                counterKey: index,
                query: text,
                windowMinutes: 5,
                type: 'count',
                value: 1,
                countedFrom: 0,
              }),
            ),
          )
          for (const event of subjects) {
            const alone = book.rules.filter((rule) => compileRuleQuery(rule.query)(event))
            expect(book.match(event).rules).toEqual(alone)
          }
        },
      ),
    )
  })
})
