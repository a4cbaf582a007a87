import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { normaliseEvent } from '../../normalise/event.ts'
import { previewFingerprint } from '../preview.ts'
import { groupByRules } from './group-by-rules.ts'
import { decidingRule, rulesOf } from './match-rules.ts'

const EVENT: JsonObject = {
  platform: 'node',
  level: 'warn',
  logger: 'shop.cart',
  release: 'shop@1.2',
  environment: 'staging',
  message: 'cannot save',
  tags: { tenant: 'Acme' },
  exception: {
    values: [
      { type: 'Error', value: 'connect ECONNREFUSED 10.0.0.1:5432' },
      {
        type: 'QueryError',
        value: 'no answer',
        stacktrace: {
          frames: [
            { function: 'main', filename: 'src\\main.ts', abs_path: 'C:\\app\\src\\main.ts', in_app: true },
            { function: 'query', module: 'db.pool', filename: '/app/node_modules/pg/pool.js', in_app: false },
          ],
        },
      },
    ],
  },
}
const matches = (rule: string, event = EVENT) => decidingRule(event, rulesOf(`${rule} -> x`)) !== undefined

describe('a matcher of a fingerprint rule', () => {
  it.each([
    ['type:QueryError', true],
    ['type:queryerr*', true],
    ['type:Query', false],
    ['type:Error value:"connect ECONNREFUSED *"', true],
    ['type:QueryError value:"connect *"', false],
    ['message:"cannot save"', true],
    ['message:"no answer"', true],
    ['level:warning logger:shop.* release:shop@1.* environment:staging platform:node', true],
    ['family:javascript', true],
    ['family:native,other', false],
    ['tags.tenant:acme', true],
    ['tags.other:*', false],
    ['!tags.other:*', true],
    ['!type:QueryError', true],
    ['!type:*Error', false],
    ['function:query module:db.*', true],
    ['function:main module:db.*', false],
    ['path:**/src/main.ts', true],
    ['path:c:/app/*', true],
    ['path:*/node_modules/* app:no', true],
    ['path:*/node_modules/* app:yes', false],
    ['package:*', false],
  ])('%s: %s', (rule, expected) => expect(matches(rule)).toBe(expected))

  it('looks at the thread if nothing else has a stack, and needs something to look at', () => {
    const thread = { id: 1, crashed: true, stacktrace: { frames: [{ function: 'wait' }] } }
    expect(matches('function:wait', { threads: { values: [thread] } })).toBe(true)
    expect(matches('!type:X', { message: 'no exception' })).toBe(false)
  })

  it('decides by the first rule that matches', () => {
    const rules = rulesOf('type:Nothing -> a\ntype:QueryError -> b\ntype:* -> c')
    expect(decidingRule(EVENT, rules)?.fingerprint).toEqual(['b'])
  })
})

const normalised = (event: JsonObject) =>
  normaliseEvent(structuredClone(event), { receivedAt: 0, retentionDays: 30 })

describe('grouping by rules', () => {
  const keysOf = (event: JsonObject, text: string) => groupByRules(normalised(event), rulesOf(text)).keys

  it('replaces what the SDK sent, and is what the SDK could have sent', () => {
    const rule = 'type:QueryError -> database-down {{ tags.tenant }}'
    const asSdk = { ...EVENT, fingerprint: ['database-down', 'Acme'] }
    expect(keysOf({ ...EVENT, fingerprint: ['other'] }, rule)).toEqual(keysOf(asSdk, ''))
    expect(keysOf({ ...EVENT, fingerprint: ['other'] }, 'type:* -> {{ default }}')).toEqual(keysOf(EVENT, ''))
    expect(keysOf({ ...EVENT, fingerprint: ['other'] }, 'type:No -> a')).toEqual(
      keysOf({ ...EVENT, fingerprint: ['other'] }, ''),
    )
  })

  it('leaves a checksum alone', () => {
    const { rule, method } = groupByRules(normalised({ ...EVENT, checksum: 'abc' }), rulesOf('type:* -> a'))
    expect([rule, method]).toEqual([undefined, 'checksum'])
  })

  it('has previews at least as fine as its keys', () => {
    const rules = ['type:A -> a', 'message:*x* -> {{ default }} {{ tags.t }}', 'tags.t:1 -> {{ tags.t }}']
      .concat(['function:f app:yes -> f', '!level:error -> {{ level }}', 'release:1* -> b'])
      .concat('value:"y*" -> {{ value }}')
    const frame = fc.record({
      function: fc.constantFrom('f', 'g'),
      filename: fc.constantFrom('a.js', 'node_modules/b.js'),
      in_app: fc.constantFrom(true, false, null),
    })
    const event = fc.record({
      platform: fc.constantFrom('node', 'python', 'java'),
      level: fc.constantFrom('error', 'info'),
      release: fc.constantFrom('1', '2'),
      tags: fc.constantFrom({}, { t: '1' }, { t: '2' }, [['t', '1']], [{ key: 't', value: '2' }], 't:1', {
        t: true,
      }),
      message: fc.constantFrom('x', 'z', undefined),
      exception: fc.record({
        type: fc.constantFrom('A', 'B'),
        value: fc.constantFrom('x 1', 'y 1', 'y 2'),
        stacktrace: fc.record({ frames: fc.array(frame, { minLength: 1, maxLength: 2 }) }),
      }),
      fingerprint: fc.constantFrom(undefined, ['own']),
    })
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rules, { minLength: 1 }),
        fc.array(event, { minLength: 2 }),
        (texts, events) => {
          const ready = rulesOf(texts.join('\n'))
          const keys = new Map<string, string>()
          for (const one of events as unknown as JsonObject[]) {
            const { preview } = previewFingerprint(structuredClone(one), undefined, ready)
            const key = groupByRules(normalised(one), ready).keys.join()
            expect(keys.get(preview) ?? key).toBe(key)
            keys.set(preview, key)
          }
        },
      ),
    )
  })

  it('never fails, whatever is sent', () => {
    const rules = rulesOf(
      'type:a value:b -> a\nmessage:* -> b\nfunction:* path:* -> c\n!tags.a:* level:* release:* -> {{ value }}',
    )
    const key = fc.constantFrom(
      'exception',
      'values',
      'stacktrace',
      'frames',
      'function',
      'tags',
      'message',
      'threads',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value')),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(key, value), (event) => {
        const { preview } = previewFingerprint(structuredClone(event) as JsonObject, undefined, rules)
        expect(preview).toMatch(/^[0-9a-f]{32}$/)
        expect(groupByRules(normalised(event as JsonObject), rules).keys).not.toEqual([])
      }),
    )
  })

  it('costs no more than its limits, whatever is sent', () => {
    const text = Array.from(
      { length: 50 },
      (_, n) => `function:*a*b${n}* path:*a*a*a* module:*c*d* !app:no -> x`,
    )
    const rules = rulesOf(text.join('\n'))
    const long = 'a'.repeat(8000)
    const frames = Array.from({ length: 2000 }, () => ({ function: long, abs_path: long, module: long }))
    const values = Array.from({ length: 50 }, () => ({ type: long, stacktrace: { frames } }))
    const costOf = (event: JsonObject) => {
      const before = process.cpuUsage()
      for (let at = 0; at < 5; at++) decidingRule(event, rules)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 5000
    }
    costOf(EVENT)
    expect(costOf({ exception: { values } })).toBeLessThan(100)
  })
})
