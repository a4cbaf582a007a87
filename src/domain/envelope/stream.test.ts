import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENVELOPE_LIMITS, type EnvelopeItem, readEnvelope } from './envelope.ts'
import { EnvelopeStream } from './stream.ts'

const LIMITS = { eventBytes: 1_000_000, feedbackBytes: 64 * 1024, feedbackItems: 5 }
const FEEDBACK = ['feedback', 'user_report']

/** What ingest looks at, as the reader of whole envelopes finds it. */
function readWhole(body: Buffer) {
  const reading = readEnvelope(body)
  if (!reading.ok) return reading
  const { header, fault, items } = reading
  return { header, fault, ...wanted(body, items) }
}

function readStreamed(chunks: Iterable<Buffer>, limits = LIMITS) {
  const stream = new EnvelopeStream(limits)
  for (const chunk of chunks) stream.write(chunk)
  const reading = stream.end()
  if (!reading.ok) return reading
  const { header, fault, items, bytes } = reading
  return { header, fault, ...wanted(bytes, items) }
}

function wanted(bytes: Buffer, items: EnvelopeItem[]) {
  const payloads = (types: string[]) =>
    items
      .filter(({ type }) => types.includes(type))
      .map(({ type, start, end }) => `${type}=${bytes.toString('latin1', start, end)}`)
  return { events: payloads(['event']), feedback: payloads(FEEDBACK).slice(0, LIMITS.feedbackItems) }
}

/** The body cut at the given places, given as fractions of it. */
function cut(body: Buffer, places: number[]): Buffer[] {
  const offsets = places.map((place) => Math.floor(place * body.length)).sort((a, b) => a - b)
  return [0, ...offsets].map((from, index) => body.subarray(from, offsets[index] ?? body.length))
}

const places = fc.oneof(
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
  fc.constant(Array.from({ length: 300 }, (_, index) => index / 300)),
)
const type = fc.constantFrom('event', 'attachment', 'feedback', 'user_report', 'session', 'replay_recording')
const payload = fc.oneof(
  fc.constantFrom(
    '{"a":1}',
    '{"a":"é€"}',
    '\uFEFF{"a":1}',
    '\uFEFF',
    '',
    '{',
    '"event"',
    'x\ny',
    '{"type":"event"}',
    '\r\n',
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
)
const length = fc.oneof(
  fc.constant<unknown>(undefined),
  fc.constantFrom<unknown>(null, -1, 1.5, 'x', '3', 0, 999, true),
  fc.integer({ min: -3, max: 3 }),
)
/** An item with a right, wrong, or no length; a shift of null declares none. */
const item = fc
  .record({
    type,
    payload,
    shift: fc.option(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -4, max: 4 }))),
    odd: length,
  })
  .map(({ type, payload, shift, odd }) => {
    const declared = shift === null ? odd : Buffer.byteLength(payload) + shift
    return `${JSON.stringify({ type, attachment_type: 'event.minidump', length: declared })}\n${payload}`
  })
const noise = fc.constantFrom(
  '{}',
  '',
  '\r',
  'abc',
  '{"type":"event"}',
  '"eve',
  'nt"',
  '\uFEFF',
  '{"length":"9"}',
)
const header = fc.constantFrom(
  '{}',
  '\uFEFF{}',
  '\n\r\n{"dsn":"x"}',
  '{"event_id":"ab","sent_at":"now"}',
  '{"type":"event"}',
  '{"message":"x"}',
  'no json',
  '',
  '\uFEFF\n{}',
)
const envelope = fc
  .record({
    header,
    items: fc.array(fc.oneof({ weight: 4, arbitrary: item }, noise), { maxLength: 8 }),
    last: fc.constantFrom('', '\n', '\n\n', 'x'),
  })
  .map(({ header, items, last }) => Buffer.from([header, ...items].join('\n') + last))

describe('a streamed envelope', () => {
  test('is read as a whole one, however it is cut', () => {
    fc.assert(
      fc.property(envelope, places, (body, at) => {
        expect(readStreamed(cut(body, at))).toEqual(readWhole(body))
      }),
      { numRuns: 5000 },
    )
  })

  test('of any bytes is read as a whole one', () => {
    const bytes = fc.array(fc.oneof(noise, payload, fc.constant('\n')), { maxLength: 30 })
    fc.assert(
      fc.property(bytes, places, (parts, at) => {
        const body = Buffer.from(parts.join(''))
        expect(readStreamed(cut(body, at))).toEqual(readWhole(body))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['at its limit', ENVELOPE_LIMITS.maxHeaderBytes],
    ['beyond its limit', ENVELOPE_LIMITS.maxHeaderBytes + 1],
  ])('has header lines %s judged alike', (_, bytes) => {
    const line = (rest: string) => `{"a":"${'x'.repeat(bytes - 8 - rest.length)}"${rest}}`
    for (const text of [
      line(''),
      `{}\n${line(',"type":"event"')}\n{}`,
      `{}\n${line('')}\n{"type":"event"}\n{}`,
    ]) {
      const body = Buffer.from(text)
      for (const at of [[], [0.5], [0.01, 0.99]]) expect(readStreamed(cut(body, at))).toEqual(readWhole(body))
    }
  })

  test('has no more items than a whole one', () => {
    const body = (count: number) =>
      Buffer.from(`{}${'\n{"type":"x"}\n1'.repeat(count)}\n{"type":"event"}\n{}`)
    for (const count of [ENVELOPE_LIMITS.maxItems - 1, ENVELOPE_LIMITS.maxItems]) {
      expect(readStreamed([body(count)])).toEqual(readWhole(body(count)))
    }
  })
})

describe('what is kept', () => {
  const limits = { eventBytes: 1000, feedbackBytes: 100, feedbackItems: 2 }
  const items = fc.array(
    fc.record({ type, bytes: fc.integer({ min: 0, max: 3000 }), declared: fc.boolean() }),
    { maxLength: 12 },
  )

  test('is bounded, and every event within the limit is found', () => {
    fc.assert(
      fc.property(items, (list) => {
        const stream = new EnvelopeStream(limits)
        stream.write(Buffer.from('{}'))
        for (const { type, bytes, declared } of list) {
          const head = JSON.stringify({ type, ...(declared && { length: bytes }) })
          for (const piece of [`\n${head}\n`, ...Array.from({ length: bytes / 100 }, () => 'x'.repeat(100))])
            stream.write(Buffer.from(piece))
          stream.write(Buffer.from('x'.repeat(bytes % 100)))
          // Twice the events' limit, and blocks that may be half empty.
          expect(stream.heldBytes).toBeLessThanOrEqual(2 * (2 * 1000 + 2 * 100) + 2048)
        }
        const reading = stream.end()
        const events = list.filter((one) => one.type === 'event')
        if (!reading.ok) throw new Error(reading.reason)
        const kept = reading.items.filter((one) => one.type === 'event')
        const first = events.find(({ bytes }) => bytes <= 1000)
        expect(kept[0] && kept[0].end - kept[0].start).toBe(first?.bytes)
        if (kept.length < events.length) expect(reading.isEventTooLarge).toBe(true)
        expect(reading.items.filter((one) => FEEDBACK.includes(one.type)).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 300 },
    )
  })
})
