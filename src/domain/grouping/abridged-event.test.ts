import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EVENT_BOUNDS } from '../event/bounds.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { ReceiptContext } from '../normalise/event.ts'

/** What a thread has when it begins: modules whose memories are empty. */
async function freshModules() {
  vi.resetModules()
  return {
    ...(await import('./abridged-event.ts')),
    ...(await import('./v1/fingerprint.ts')),
    ...(await import('../normalise/event.ts')),
    ...(await import('../scrub/scrub.ts')),
  }
}

let modules: Awaited<ReturnType<typeof freshModules>>
beforeEach(async () => {
  modules = await freshModules()
})

const context: ReceiptContext = { receivedAt: 1.7e12, retentionDays: 90, clientIp: '203.0.113.9' }

/** An event's columns and its document, by way of the stacks that are known. */
function processed(text: string) {
  const { documentParts, groupEvent, normaliseEvent, rememberStacks, scrubEventBytes } = modules
  const body = Buffer.from(`{}\n${text}\n`)
  const scrubbed = scrubEventBytes(body, 3, body.length - 1)
  if (!scrubbed) return undefined
  const { payload, ...columns } = normaliseEvent(scrubbed.event, context)
  rememberStacks(scrubbed.stacks, columns.platform)
  const known = scrubbed.stacks.filter((stack) => stack.known !== null).length
  const parts = documentParts(payload, groupEvent({ payload, ...columns }), scrubbed.stacks)
  return { known, columns, document: Buffer.concat(parts.map((part) => Buffer.from(part))).toString() }
}

/** The same without any memory. */
function processedAfresh(text: string) {
  const { groupEvent, normaliseEvent, scrubEventText } = modules
  const scrubbed = scrubEventText(text.toWellFormed())
  if (!scrubbed) return undefined
  const { payload, ...columns } = normaliseEvent(scrubbed, context)
  return { columns, document: JSON.stringify({ payload, grouping: groupEvent({ payload, ...columns }) }) }
}

function framesOf(seed: string, changes: JsonObject = {}): Json[] {
  return Array.from({ length: 6 }, (_, depth) => ({
    filename: `/srv/shop/${depth % 2 ? 'node_modules/express' : 'src'}/${seed}-${depth}.js`,
    function: `${seed}.call${depth}`,
    lineno: 10 * depth + 1,
    colno: 7,
    ...(depth % 3 === 0 ? {} : { in_app: depth % 2 === 0 }),
    pre_context: ['  const cart = carts.get(id)', '  // ü € 😀'],
    context_line: `  return price(cart, ${depth})`,
    post_context: ['}'],
    ...(depth === 5 ? changes : {}),
  }))
}

/** Stacks that need something done to them, one that goes round, and some that cannot be known. */
function stacksOf(seed: string): Json[][] {
  return [
    framesOf(`${seed}plain`),
    framesOf(`${seed}secret`, {
      context_line: 'password = "hunter2-hunter2"',
      vars: { api_key: 'abc', n: [{ deep: {} }] },
    }),
    framesOf(`${seed}odd`, {
      lineno: '12',
      filename: 'https://cdn.example.com/a.js?token=abc',
      pre_context: [1, null],
    }),
    framesOf(`${seed}marked`, { in_app: 'true', vars: 'x', abs_path: '/usr/lib/a.js' }),
    framesOf(`${seed}holed`, { vars: { list: [{ a: [{ b: 1 }] }] } }).concat([null, 'frame']),
    framesOf(`${seed}cut`, { context_line: 'x'.repeat(3000) }),
    framesOf(`${seed}long`, { addr: LONG }),
    framesOf(`${seed}deep`).flatMap((frame) => [frame, frame]),
    Array.from({ length: 60 }, (_, n) => ({ function: seed + (n % 2), filename: 'loop.js', lineno: n % 2 })),
  ]
}

/** An integer that no double holds, in a text. */
const LONG = 2 ** 60
const STACKS = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap(stacksOf)

const stack = fc.constantFrom(...STACKS)
const exception = fc.record(
  {
    type: fc.constantFrom('TypeError', 'RangeError: Maximum call stack size exceeded'),
    value: fc.constantFrom('a', 'Cannot read 4111111111111111', '"frames":['),
    stacktrace: fc.oneof(
      { weight: 20, arbitrary: fc.record({ frames: stack }) },
      fc.record({ frames: stack, frames_omitted: fc.constant<Json>([1, 2]) }),
      fc.constant({ frames: 'none' }),
    ),
  },
  { requiredKeys: ['stacktrace'] },
)

function seldom(odd: fc.Arbitrary<Json>, other: Json = {}): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 30, arbitrary: fc.constant(other) }, odd)
}

const values = fc.record({ values: fc.array(exception, { maxLength: 3 }) })
const event = fc.record(
  {
    platform: seldom(fc.constantFrom('python', 'native'), 'node'),
    exception: fc.oneof({ weight: 20, arbitrary: values }, fc.array(exception, { maxLength: 2 }), exception),
    threads: values,
    stacktrace: seldom(fc.record({ frames: stack })),
    extra: seldom(fc.record({ frames: stack })),
    contexts: seldom(fc.constant<Json>({ os: { long: 'y'.repeat(9000) } })),
    message: fc.constantFrom('hello', '{"frames":[{"a":1}]}'),
    user: seldom(fc.constant({ id: LONG }), { id: '7' }),
  },
  { requiredKeys: ['platform', 'exception'] },
)

describe('events with stacks that were seen before', () => {
  test('come out as they would for the first time', () => {
    let known = 0
    fc.assert(
      fc.property(event, (sent) => {
        const text = JSON.stringify(sent)
        const { known: stacks, ...result } = processed(text)!
        known += stacks
        expect(result).toEqual(processedAfresh(text))
      }),
      { numRuns: 3000 },
    )
    expect(known).toBeGreaterThan(100)
  })

  test('are refused where they are no JSON, wherever it breaks', () => {
    const whole = JSON.stringify({ exception: { values: [{ stacktrace: { frames: framesOf('broken') } }] } })
    for (let round = 0; round < 3; round++) processed(whole)
    expect(processed(whole)?.known).toBe(1)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.constantFrom('', '"', '\\', ',', '[', '}', 'x'), (at, put) => {
        const broken = whole.slice(0, at) + put + whole.slice(at + 1)
        let expected: unknown
        try {
          expected = processedAfresh(broken)
        } catch (error) {
          expect(() => processed(broken)).toThrow(error as Error)
          return
        }
        const { known: _, ...result } = processed(broken) ?? {}
        expect(result).toEqual(expected ?? {})
      }),
      { numRuns: 1000 },
    )
  })

  test('a stack is scrubbed for everybody, also where it was seen in events that were cut', () => {
    const frames = framesOf('cut away', { context_line: 'password = "hunter2-hunter2"' })
    const exception = { type: 'E', stacktrace: { frames } }
    const many = Array.from({ length: EVENT_BOUNDS.elementsPerArray }, () => ({ type: 'E' }))
    const cut = JSON.stringify({ exception: { values: [exception, ...many] } })
    for (let round = 0; round < 3; round++) expect(processed(cut)).toMatchObject(processedAfresh(cut)!)
    const whole = JSON.stringify({ exception: { values: [exception] } })
    expect(processed(whole)).toEqual({ known: 1, ...processedAfresh(whole) })
    expect(processed(whole)?.document).not.toContain('hunter2')
  })

  test('a key that only ends in the word is another key', () => {
    const text = `{"exception":{"values":[{"type":"E","stacktrace":{"a\\"frames":${JSON.stringify(framesOf('key'))}}}]}}`
    for (let round = 0; round < 4; round++) {
      const { known, ...result } = processed(text)!
      expect(known).toBe(0)
      expect(result).toEqual(processedAfresh(text))
    }
  })
})
