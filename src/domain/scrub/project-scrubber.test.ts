import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scrubRules } from '#contract/project/intake.ts'
import { cpuMsOf } from '../../../test/support/timing.ts'
import { projectScrubber } from './project-scrubber.ts'
import { scrubEventText } from './scrub.ts'

const RULES = scrubRules.parse({
  fields: ['customer_id', 'iban*'],
  patterns: ['CUST-####', '*@acme.example', 'ref.*.x'],
  exceptions: ['session_length', 'token_kind'],
})
const scrubber = projectScrubber(RULES)

it.each([
  ['paid by CUST-1234, twice', 'paid by [Filtered], twice'],
  ['id=cust-9999.', 'id=[Filtered].'],
  ['https://x.test/c/CUST-1234/orders?a=1', 'https://x.test/c/[Filtered]/orders?a=1'],
  ['CUST-12345 and XCUST-1234 stay', 'CUST-12345 and XCUST-1234 stay'],
  ['Ada <ada@acme.example> and bob@other.example', 'Ada <[Filtered]> and bob@other.example'],
])('%s', (text, expected) => {
  expect(scrubber.scrubText(text)).toBe(expected)
})

it('filters fields by name wherever they are, and leaves the event whole', () => {
  const event = {
    message: 'of CUST-0001',
    extra: {
      'Customer-Id': 7,
      nested: [{ iban_number: 'DE1', ibanOwner: { name: 'x' } }],
      other: 'CUST-0002',
    },
    request: { headers: [['Customer-ID', '7'], { name: 'iban', value: 'DE2' }] },
    exception: {
      values: [{ type: 'E', stacktrace: { frames: [{ vars: { customerId: '8', iban: null } }] } }],
    },
  }
  const before = structuredClone(event)
  expect(scrubber.scrubEvent(event)).toEqual({
    message: 'of [Filtered]',
    extra: {
      'Customer-Id': '[Filtered]',
      nested: [{ iban_number: '[Filtered]', ibanOwner: '[Filtered]' }],
      other: '[Filtered]',
    },
    request: { headers: [['Customer-ID', '[Filtered]'], { name: 'iban', value: '[Filtered]' }] },
    exception: {
      values: [{ type: 'E', stacktrace: { frames: [{ vars: { customerId: '[Filtered]', iban: null } }] } }],
    },
  })
  expect(event).toEqual(before)
})

it('keeps excepted fields, whatever they look like, but not objects under them', () => {
  const text = JSON.stringify({
    extra: {
      session_length: '4242 4242 4242 4242',
      token_kind: ['4242 4242 4242 4242'],
      token: 'abc',
      password: 'x',
    },
  })
  expect(scrubEventText(text, scrubber.isExempt)).toEqual({
    extra: {
      session_length: '4242 4242 4242 4242',
      token_kind: ['[Filtered]'],
      token: '[Filtered]',
      password: '[Filtered]',
    },
  })
  expect(scrubEventText(text)).toMatchObject({ extra: { session_length: '[Filtered]' } })
})

it('takes time that grows with the text alone, whatever the text', () => {
  const rules = scrubRules.parse({ patterns: Array.from({ length: 20 }, () => 'a*a*a*a*a*a*b#') })
  const { scrubText } = projectScrubber(rules)
  expect(cpuMsOf(() => scrubText('a'.repeat(1_000_000)))).toBeLessThan(10_000)
})

it('changes no text that has none of the words', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/cust-|@|ref/i.test(text))
      expect(scrubber.scrubText(text)).toBe(text)
    }),
  )
})
