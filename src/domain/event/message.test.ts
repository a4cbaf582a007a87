import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INPUT_LIMITS } from '#contract/limits.ts'
import { cpuMsOf } from '../../../test/support/timing.ts'
import type { Json } from '../json/json.ts'
import { readMessage } from './message.ts'

const formatted = (message: string, params: Json) => readMessage({ logentry: { message, params } })?.formatted
const { messageChars, messageParameterChars, messagePlaces } = INPUT_LIMITS

describe('a message with parameters', () => {
  test.each<[string, Json, string]>([
    ['no %s', ['luck'], 'no luck'],
    ['%(who)s did %(what)d', { who: 'jo', what: 5 }, 'jo did 5'],
    ['{0} of {1}, {}', ['a', 'b'], 'a of b, a'],
    ['{a}{a}', { a: { b: [1, null, 'x'] } }, '{"b":[1,null,"x"]}{"b":[1,null,"x"]}'],
    ['100%% of %s', ['it'], '100% of it'],
    ['{missing} %s', { other: 1 }, '{missing} %s'],
  ])('%j with %j', (message, params, expected) => {
    expect(formatted(message, params)).toBe(expected)
  })

  test('cuts a long parameter, a long message and many places', () => {
    expect(formatted('{a}!', { a: 'x'.repeat(5000) })).toBe(`${'x'.repeat(messageParameterChars - 1)}…!`)
    expect(formatted('{a}'.repeat(4000), { a: 'x'.repeat(900) })).toHaveLength(messageChars)
    expect(formatted('{a}'.repeat(messagePlaces + 2), { a: 1 })).toBe(`${'1'.repeat(messagePlaces)}{a}{a}`)
    expect(readMessage({ message: 'm'.repeat(9000) })?.template).toHaveLength(messageChars)
  })

  test('has bounded texts, whatever was sent', () => {
    const place = fc.constantFrom('{}', '{a}', '%s', '%(a)s', '{0}', '%%', 'text ', '{b}')
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ a: fc.jsonValue(), b: fc.string({ maxLength: 3000 }) }),
    )
    fc.assert(
      fc.property(fc.array(place, { maxLength: 3000 }), params, (places, given) => {
        const message = readMessage({ logentry: { message: `x${places.join('')}`, params: given as Json } })
        expect(message?.template.length).toBeLessThanOrEqual(messageChars)
        expect(message?.formatted.length).toBeLessThanOrEqual(messageChars)
      }),
    )
  })

  test('renders a parameter once and no more of it than counts', () => {
    const nested = JSON.parse(`[${'0,'.repeat(200_000)}${'['.repeat(20_000)}${']'.repeat(20_000)}]`) as Json
    const render = () => {
      for (let round = 0; round < 10; round++) formatted('{a}'.repeat(400_000), { a: nested })
    }
    expect(cpuMsOf(render)).toBeLessThan(300)
  })
})
