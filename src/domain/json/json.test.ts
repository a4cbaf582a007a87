import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuRatio } from '../../../test/support/timing.ts'
import { isInexactInteger, parseExactJson } from './json.ts'

/** What is meant: of the value, only integers that were rounded are replaced. Far slower. */
function withReviver(text: string): unknown {
  return JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const source = context?.source ?? ''
    return isInexactInteger(value) && /^-?\d+$/.test(source) ? source : value
  })
}

const number = fc.oneof(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String),
  fc.constantFrom('9007199254740991', '9007199254740993', '-9007199254740993', '123456789012345678.5'),
  fc.constantFrom('1e20', '12345678901234567e2', '0.12345678901234567', '-0', '999999999999999999999'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(JSON.stringify),
)
const text = fc
  .string({ unit: fc.constantFrom('"', '\\', '9007199254740993', ',', '[', 'a', '\u2028') })
  .map((value) => JSON.stringify(value))
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    text,
    fc.constantFrom('true', 'null'),
    fc.array(tie('value')).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(text, tie('value')))
      .map((pairs) => `{${pairs.map((pair) => pair.join(':')).join(',')}}`),
  ),
}))

describe('parseExactJson', () => {
  test('keeps the digits of the integers that a double rounds, and nothing else', () => {
    fc.assert(
      fc.property(json, (value) => {
        const whole = `{"a":${value}}`
        expect(parseExactJson(whole)).toEqual(withReviver(whole))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['many values', `{"id":9007199254740993,"n":[${'0,'.repeat(90_000)}0]}`],
    ['many texts', `{"id":9007199254740993,"n":[${'"",'.repeat(60_000)}0]}`],
    ['a deep value', `{"id":9007199254740993,"n":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['escapes', `{"id":9007199254740993,"n":"${'\\\\'.repeat(90_000)}"}`],
  ])('takes a small multiple of JSON.parse for %s', (_name, whole) => {
    const ratio = cpuRatio(
      () => parseExactJson(whole),
      () => JSON.parse(whole),
      8,
    )
    expect(ratio).toBeLessThan(8)
  })
})
