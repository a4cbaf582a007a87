import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENVELOPE_LIMITS, readEnvelope } from './envelope.ts'

const ID = 'a3c1f0de5b7e4f1c9d2a6b8c7e5f4a3b'

function read(text: string | Buffer) {
  const body = Buffer.from(text)
  const reading = readEnvelope(body)
  if (!reading.ok) return reading.reason
  return reading.items.map((item) => `${item.type}=${body.toString('latin1', item.start, item.end)}`)
}

describe('items', () => {
  test.each([
    ['without length, no last newline', '{}\n{"type":"event"}\n{"a":1}', ['event={"a":1}']],
    ['with length and last newline', '{}\n{"type":"event","length":7}\n{"a":1}\n', ['event={"a":1}']],
    ['length as text', '{}\n{"type":"event","length":"7"}\n{"a":1}', ['event={"a":1}']],
    ['null length is not length', '{}\n{"type":"event","length":null}\n{}\n', ['event={}']],
    [
      'newlines inside a payload',
      '{}\n{"type":"attachment","length":3}\na\nb\n{"type":"event"}\n{}',
      ['attachment=a\nb', 'event={}'],
    ],
    ['empty payloads', '{}\n{"type":"a","length":0}\n\n{"type":"b","length":0}\n', ['a=', 'b=']],
    ['empty payload without length', '{}\n{"type":"a"}\n\n{"type":"event"}\n{}', ['a=', 'event={}']],
    ['header at the end of the body', '{}\n{"type":"event"}', ['event=']],
    [
      'blank lines between items',
      '{}\n\n\r\n{"type":"event"}\n{}\n\n{"type":"b"}\n1\n\n',
      ['event={}', 'b=1'],
    ],
    ['carriage return belongs to the payload', '{}\n{"type":"log"}\nx\r\n', ['log=x\r']],
    ['header line with carriage return', '{}\r\n{"type":"event"}\r\n{}\n', ['event={}']],
    ['no items', '{}\n', []],
    ['item without type', '{}\n{"length":1}\nx\n{"type":"event"}\n{}', ['=x', 'event={}']],
    ['garbage after a good event', '{}\n{"type":"event","length":2}\n{}garbage', ['event={}']],
    ['broken item after a good event', '{}\n{"type":"event"}\n{}\nnot json\n{"type":"b"}\n1', ['event={}']],
    ['length beyond the end', '{}\n{"type":"event"}\n{}\n{"type":"b","length":99}\n1', ['event={}']],
    ['length that is no integer', '{}\n{"type":"b","length":1.5}\nxy\n{"type":"event"}\n{}', []],
    ['negative length', '{}\n{"type":"b","length":-1}\nxy\n', []],
    [
      'event length in characters',
      '{}\n{"type":"event","length":9}\n{"a":"é€"}\n{"type":"b"}\n1',
      ['event={"a":"é€"}', 'b=1'],
    ],
    [
      'length in characters of a JSON item before the event',
      '{}\n{"type":"transaction","length":9}\n{"a":"é€"}\n{"type":"event"}\n{}',
      ['transaction={"a":"é€"}', 'event={}'],
    ],
    ['byte order marks', '\uFEFF{}\n{"type":"event"}\n\uFEFF{"a":1}', ['event={"a":1}']],
    ['a byte order mark and no more', '{}\n{"type":"event"}\n\uFEFF', ['event=']],
  ])('%s', (_name, text, expected) => {
    expect(read(text)).toEqual(expected.map((item) => Buffer.from(item).toString('latin1')))
  })

  test('binary payloads are kept byte for byte', () => {
    const payload = Buffer.from([0, 255, 10, 128, 10])
    const body = Buffer.concat([
      Buffer.from('{}\n{"type":"r","length":5}\n'),
      payload,
      Buffer.from('\n{"type":"event"}\n{}'),
    ])
    expect(read(body)).toEqual([`r=${payload.toString('latin1')}`, 'event={}'])
  })

  test('the first event wins', () => {
    const body = Buffer.from('{}\n{"type":"event"}\n{"n":1}\n{"type":"event"}\n{"n":2}')
    const reading = readEnvelope(body)
    expect(reading.ok && body.toString('utf8', reading.event!.start, reading.event!.end)).toBe('{"n":1}')
  })

  test('items beyond the limit are ignored', () => {
    const body = `{}${'\n{"type":"x"}\n1'.repeat(ENVELOPE_LIMITS.maxItems + 5)}`
    expect(read(body)).toHaveLength(ENVELOPE_LIMITS.maxItems)
  })
})

describe('header', () => {
  test('fields of an unexpected type are absent', () => {
    const body = Buffer.from(`{"event_id":"${ID}","sent_at":5,"dsn":null}\n`)
    expect(readEnvelope(body)).toEqual({ ok: true, header: { eventId: ID }, items: [], event: undefined })
  })

  test.each([
    ['nothing', '', 'empty'],
    ['newlines only', '\n\r\n', 'empty'],
    ['no JSON', 'hello\n{"type":"event"}\n{}', 'header_invalid'],
    ['an array', '[]\n', 'header_invalid'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'header_invalid'],
    ['longer than its limit', `{"a":"${'x'.repeat(ENVELOPE_LIMITS.maxHeaderBytes)}"}`, 'header_too_long'],
  ])('%s', (_name, body, reason) => {
    expect(read(body)).toBe(reason)
  })
})

describe('fault', () => {
  const DUMP = '{"type":"attachment","attachment_type":"event.minidump"}'
  const faultOf = (text: string) => {
    const reading = readEnvelope(Buffer.from(text))
    return reading.ok ? reading.fault : reading.reason
  }
  const many = '{"type":"x"}\n1\n'.repeat(ENVELOPE_LIMITS.maxItems)

  test.each([
    ['none', '{}\n{"type":"event"}\n{}', undefined],
    ['none without items', '{"event_id":"x","sdk":{},"trace":{}}', undefined],
    ['an event in place of the header', '{"message":"x"}', 'header_is_event'],
    ['an event on several lines', '{"exception":[]}\n{}\n', 'header_is_event'],
    ['an item in place of the header', '{"type":"event"}\n{"message":"x"}', 'header_is_item'],
    ['a broken item header before an event', '{}\nnonsense\n{"type":"event"}\n{}', 'item_header'],
    ['a broken item header before nothing', '{}\n{"type":"session"}\n{}\nnonsense', undefined],
    ['an event longer than the body', '{}\n{"type":"event","length":9}\n{}', 'item_length'],
    ['a replay longer than the body', '{}\n{"type":"replay_recording","length":9}\n{}', undefined],
    [
      'a wrong length before an event',
      '{}\n{"type":"a","length":1}\nxyz\n{"type":"event"}\n{}',
      'item_length',
    ],
    ['an event after too many items', `{}\n${many}{"type":"event"}\n{}`, 'too_many_items'],
    ['too many items', `{}\n${many}{"type":"x"}\n1`, undefined],
    ['a crash dump alone', `{}\n${DUMP}\nMDMP`, 'crash_dump'],
    ['a crash dump before its event', `{}\n${DUMP}\nMDMP\n{"type":"event"}\n{}`, undefined],
    [
      'another attachment alone',
      '{}\n{"type":"attachment","attachment_type":"event.attachment"}\nx',
      undefined,
    ],
  ])('%s', (_name, text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })
})

const item = fc.record({
  type: fc.constantFrom('event', 'attachment', 'session', 'replay_recording'),
  payload: fc.uint8Array({ maxLength: 60 }),
})

test('a written envelope reads back', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), fc.boolean(), (items, lastNewline) => {
      const parts = items.map(({ type, payload }) =>
        Buffer.concat([Buffer.from(`\n${JSON.stringify({ type, length: payload.length })}\n`), payload]),
      )
      const body = Buffer.concat([
        Buffer.from(JSON.stringify({ event_id: ID })),
        ...parts,
        Buffer.from(lastNewline ? '\n' : ''),
      ])
      const reading = readEnvelope(body)
      expect(
        reading.ok &&
          reading.items.map(({ type, start, end }) => ({
            type,
            payload: new Uint8Array(body.subarray(start, end)),
          })),
      ).toEqual(items)
    }),
  )
})

test('never throws and never points outside of the body', () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '{}',
        '\n',
        '{"type":"event"}',
        '{"type":"event","length":3}',
        '{"length":"9"}',
        '{',
        '\r\n',
        'abc',
      )
      .map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 20 }), fc.nat(10), (chunks, offset) => {
      const whole = Buffer.concat(chunks)
      const body = whole.subarray(Math.min(offset, whole.length))
      const reading = readEnvelope(body)
      for (const { start, end } of reading.ok ? reading.items : []) {
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(body.length)
      }
    }),
    { numRuns: 500 },
  )
})

test('an envelope that names an event yields it or says why not', () => {
  const line = fc.constantFrom(
    '{}',
    '{"type":"a"}',
    '{"type":"a","length":3}',
    'abc',
    '{',
    '',
    '{"message":"x"}',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 3 }), (before, after) => {
      const text = ['{}', ...before, '{"type":"event"}', '{"n":1}', ...after].join('\n')
      const reading = readEnvelope(Buffer.from(text))
      const swallowed =
        reading.ok && reading.items.some(({ start, end }) => text.slice(start, end).includes('"event"'))
      expect(reading.ok && (reading.event ?? reading.fault ?? swallowed)).toBeTruthy()
    }),
    { numRuns: 500 },
  )
})
