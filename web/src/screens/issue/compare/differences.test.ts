import { describe, expect, it } from 'vitest'
import { eventWith, FRAME } from '../../../../test/sample-event.ts'
import { comparedFields, isDifferent } from './differences.ts'

const exception = (value: string, line: number) => ({
  values: [{ type: 'TypeError', value, stacktrace: { frames: [{ ...FRAME, lineno: line }] } }],
})

describe('two events compared', () => {
  it('lists each field that differs with its section and both values, in the order of the page', () => {
    const one = eventWith({
      exception: exception('of undefined', 3),
      request: { url: '/a', method: 'GET', headers: [['Accept', 'x']] },
      tags: [['plan', 'free']],
      contexts: { os: { name: 'Linux', kernel: { release: '6.1' } } },
    })
    const other = eventWith({
      exception: exception('of undefined', 4),
      request: { url: '/b', method: 'GET', headers: { Accept: 'y' } },
      tags: { plan: 'free', region: 'eu' },
      contexts: { os: { name: 'Linux', kernel: { release: '6.2' } } },
    })
    const different = comparedFields(one, other).filter(isDifferent)
    expect(different.map(({ section, name, these }) => [section, name, ...these])).toEqual([
      ['Stack trace', 'Failing call', 'f a.ts:3:1', 'f a.ts:4:1'],
      ['Request', 'url', '/a', '/b'],
      ['Request', 'headers.Accept', 'x', 'y'],
      ['Tags', 'region', '', 'eu'],
      ['Contexts', 'os.kernel.release', '6.1', '6.2'],
    ])
  })

  it('an event differs from itself in nothing, whatever the shapes of its parts', () => {
    const odd = eventWith({
      request: 'none',
      tags: [['plan'], 'x', ['list', [1, 2]]],
      contexts: { deep: { a: { b: { c: { d: 1 } } } }, text: 'flat' },
      extra: { rows: [{ id: 1 }], nothing: null, no: false, zero: 0 },
    })
    const fields = comparedFields(odd, odd)
    expect(fields.filter(isDifferent)).toEqual([])
    expect(fields.map(({ name, these }) => [name, these[0]])).toEqual([
      ['list', '[1,2]'],
      ['deep.a.b.c', '{"d":1}'],
      ['text', 'flat'],
      ['rows', '[{"id":1}]'],
      ['no', 'false'],
      ['zero', '0'],
    ])
  })

  it('reads as many fields of an event as can be compared, however many there are', () => {
    const extra = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`key ${place}`, place]))
    expect(comparedFields(eventWith({ extra }), eventWith({})).length).toBeLessThanOrEqual(2000)
  })
})
