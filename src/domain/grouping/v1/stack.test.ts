import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { normaliseEvent } from '../../normalise/event.ts'
import { groupEvent } from './fingerprint.ts'

const keys = (event: JsonObject) =>
  groupEvent(normaliseEvent(structuredClone(event), { receivedAt: 0, retentionDays: 30 })).keys
const together = (left: JsonObject, right: JsonObject) => keys(left)[0] === keys(right)[0]
const frame = (fn: string): JsonObject => ({ function: fn, filename: `${fn}.py`, in_app: true })
const event = (frames: JsonObject[]): JsonObject => ({
  platform: 'python',
  exception: [{ type: 'E', value: 'v', stacktrace: { frames } }],
})

describe('recursion', () => {
  const rounds = (count: number, ...calls: string[]): JsonObject[] =>
    Array.from({ length: count }, (_, at) => frame(calls[at % calls.length]!))
  const overflow = (frames: JsonObject[]): JsonObject => ({
    platform: 'python',
    exception: [
      { type: 'RecursionError', value: 'maximum recursion depth exceeded', stacktrace: { frames } },
    ],
  })

  test('a cycle of calls counts once, whatever its depth', () => {
    const shallow = event([frame('main'), ...rounds(6, 'a', 'b', 'c'), frame('leaf')])
    const deep = event([frame('main'), ...rounds(600, 'a', 'b', 'c'), frame('leaf')])
    expect(together(shallow, deep)).toBe(true)
    expect(together(deep, event([frame('main'), ...rounds(600, 'a', 'b', 'c'), frame('twig')]))).toBe(false)
  })

  test('an overflow is the same wherever in the cycle the stack begins and ends', () => {
    const whole = overflow([frame('main'), ...rounds(98, 'a', 'b', 'c')])
    expect(together(whole, overflow(rounds(100, 'b', 'c', 'a')))).toBe(true)
    expect(together(whole, overflow([...rounds(99, 'c', 'a', 'b'), frame('len')]))).toBe(true)
    expect(together(whole, overflow(rounds(99, 'a', 'b', 'd')))).toBe(false)
  })

  test('an overflow is the same if one call of a round is made twice', () => {
    expect(together(overflow(rounds(60, 'a', 'b', 'b')), overflow(rounds(83, 'a', 'b', 'b')))).toBe(true)
  })
})

test('a comprehension that an older Python calls is the same', () => {
  const loads = { ...frame('load'), context_line: 'rows = [parse(row) for row in sent]' }
  const called = { ...loads, function: '<listcomp>' }
  const parse = frame('parse')
  expect(together(event([loads, called, parse]), event([loads, parse]))).toBe(true)
  expect(together(event([called]), event([{ ...called, filename: 'other.py' }]))).toBe(false)
})

describe('a stack that Node cut to ten calls', () => {
  const tick = {
    function: 'process.processTicksAndRejections',
    filename: 'node:internal/process/task_queues',
  }
  const called = (names: string, more: JsonObject = {}): JsonObject[] =>
    [...names].map((name) => (name === '-' ? tick : { ...frame(name), filename: `/srv/${name}.js`, ...more }))
  const thrown = (frames: JsonObject[]): JsonObject => ({ ...event(frames), platform: 'node' })

  test('is the same with a call of the engine among them', () => {
    expect(together(thrown(called('abcdefghij')), thrown(called('bcd-efghij')))).toBe(true)
    expect(together(thrown(called('abcdefghij')), thrown(called('cd-ef-ghij')))).toBe(true)
    expect(together(thrown(called('abcdefghij')), thrown(called('bcd-efghik')))).toBe(false)
    const of = (names: string) => thrown(called(names, { in_app: false }))
    expect(together(of('bcdefghi'), of('bcd-efghi'))).toBe(true)
  })

  test('counts whole if it was not cut, or shows the application at its end only', () => {
    expect(together(thrown(called('abcdefghi')), thrown(called('zbcdefghi')))).toBe(false)
    const rest = called('cdefghijk', { in_app: false })
    expect(together(thrown([frame('a'), ...rest]), thrown([frame('z'), ...rest]))).toBe(false)
  })
})
