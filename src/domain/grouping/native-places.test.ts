import { describe, expect, test } from 'vitest'
import { group, together } from '../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { previewFingerprint } from './preview.ts'

type Call = [binary: string, offset: number, more?: JsonObject]
interface Crash {
  calls: Call[]
  /** Where the system loaded the binaries this time. */
  slide?: number
  event?: JsonObject
  exception?: JsonObject
  isListed?: boolean
}

const BINARIES: Record<string, [start: number, path: string]> = {
  app: [0x100000000, '/private/var/containers/Bundle/Application/8A1B/Shop.app/Shop'],
  so: [0x7a00000000, '/data/app/~~q==/com.shop-x==/base.apk!libshop.so'],
  system: [0x190000000, '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation'],
  libc: [0x7f00000000, '/apex/com.android.runtime/lib64/bionic/libc.so'],
}
const hex = (address: number) => `0x${address.toString(16)}`

/** With `isListed`, frames have only an address, and the event lists where its binaries are, as NDK, Dart and tombstones do. */
function crash({ calls, slide = 0, event = {}, exception = {}, isListed = false }: Crash): JsonObject {
  const frames = calls.map(([binary, offset, more]) => {
    const [start, path] = BINARIES[binary]!
    const place: JsonObject = isListed ? {} : { image_addr: hex(start + slide), package: path }
    return { instruction_addr: hex(start + slide + offset), in_app: binary !== 'system', ...place, ...more }
  })
  const images = Object.values(BINARIES).map(([start, path]) => ({
    type: 'macho',
    image_addr: hex(start + slide),
    image_size: 0x800000,
    code_file: path,
  }))
  return {
    platform: 'cocoa',
    exception: [{ type: 'EXC_BAD_ACCESS', value: 'Bad', stacktrace: { frames }, ...exception }],
    ...(isListed && { debug_meta: { images } }),
    ...event,
  }
}

const components = (event: JsonObject) => group(event).components

const MAIN: Call = ['app', 0x10]
const TAP: Call = ['system', 0x500]

describe('code without symbols', () => {
  test.each<[string, Crash]>([
    ['on Apple’s systems', { calls: [MAIN, TAP, ['app', 0x8a10]] }],
    [
      'named after the header of its binary',
      { calls: [MAIN, ['app', 0x8a10, { function: '_mh_execute_header' }]] },
    ],
    [
      'of an Android library',
      {
        calls: [
          ['libc', 0x4, { function: '__libc_init', in_app: false }],
          ['so', 0x8a10, { function: '' }],
        ],
        event: { platform: 'native' },
        isListed: true,
      },
    ],
    [
      'of an obfuscated Dart app',
      {
        calls: [
          ['so', 0x44, { platform: 'native', in_app: undefined as never }],
          ['so', 0x8a10, { platform: 'native', in_app: undefined as never }],
        ],
        event: { platform: 'dart' },
        isListed: true,
      },
    ],
    [
      'of WebAssembly',
      {
        calls: [
          ['app', 0, { function: 'run', platform: 'javascript', abs_path: 'https://x.example/a.js' }],
          [
            'app',
            0,
            {
              function: '<anonymous>',
              platform: 'native',
              abs_path: 'https://x.example/a.wasm',
              addr_mode: 'rel:0',
              instruction_addr: '0x8a10',
            },
          ],
        ],
        event: { platform: 'javascript' },
      },
    ],
  ])('%s counts by its place in the binary, wherever that is loaded', (_name, sent) => {
    const moved = (by: number): Crash => ({
      ...sent,
      calls: sent.calls.map((call, at) => {
        if (at < sent.calls.length - 1) return call
        const more: JsonObject = call[2]?.addr_mode ? { instruction_addr: hex(0x8a10 + by) } : {}
        return [call[0], call[1] + by, { ...call[2], ...more }]
      }),
    })
    const [first, again, other] = [crash(sent), crash({ ...sent, slide: 0x4000 }), crash(moved(0x60))]
    expect(together(first, again)).toBe(true)
    expect(together(first, other)).toBe(false)
    expect(previewFingerprint(first).preview).toBe(previewFingerprint(again).preview)
    expect(previewFingerprint(first).preview).not.toBe(previewFingerprint(other).preview)
  })

  test('names the binary without its folders, and its place is the culprit', () => {
    const event = crash({ calls: [MAIN, ['so', 0x8a10]], isListed: true })
    expect(components(event)).toEqual([
      'type: EXC_BAD_ACCESS',
      'frame: Shop +0x10',
      'frame: libshop.so +0x8a10',
      'value: Bad',
    ])
    expect(normaliseEvent(event, { receivedAt: 0, retentionDays: 30 }).culprit).toBe('libshop.so +0x8a10')
  })

  test.each<[string, Crash, string[]]>([
    [
      'of libraries does not count: another version of the system has it elsewhere',
      { calls: [TAP, MAIN, ['system', 0x900]] },
      ['frame: Shop +0x10', 'value: Bad'],
    ],
    [
      'does not count if the innermost frame of the application has a name',
      { calls: [MAIN, ['app', 0x8a10, { function: 'pay' }]] },
      ['frame: pay'],
    ],
    [
      'whose binary is not known does not count',
      { calls: [['app', 0x10, { image_addr: undefined as never }]] },
      ['value: Bad'],
    ],
  ])('%s', (_name, sent, expected) => {
    expect(components(crash(sent))).toEqual(['type: EXC_BAD_ACCESS', ...expected])
  })

  test('is the system’s if the binary that it lies in is', () => {
    const event = crash({ calls: [MAIN, ['libc', 0x8a10]], isListed: true })
    expect(components(event)).toEqual(['type: EXC_BAD_ACCESS', 'frame: Shop +0x10', 'value: Bad'])
  })

  test('does not count beside a message, which is the same in every build', () => {
    const { exception, ...event } = crash({ calls: [MAIN, ['app', 0x8a10]] })
    const [{ stacktrace }] = exception as [JsonObject]
    const threads = [{ current: true, stacktrace: stacktrace! }]
    expect(components({ ...event, threads, message: 'cart 7 is empty' })).toEqual([
      'message: cart <number> is empty',
    ])
    expect(components({ ...event, threads })).toEqual(['frame: Shop +0x10', 'frame: Shop +0x8a10'])
  })

  test('leaves the order of exceptions as it was sent', () => {
    const event = crash({ calls: [MAIN], isListed: true })
    const [caught] = event.exception as [JsonObject]
    const sent = { ...event, exception: [{ type: 'Cause', value: 'c' }, caught] }
    expect(components(sent)[0]).toBe('type: Cause')
  })

  test('does not make an event much larger than it was sent', () => {
    const frames = Array.from({ length: 50_000 }, () => ({ instruction_addr: 9 }))
    const images = ['x'.repeat(100_000), 'x'.repeat(300)].map((code_file, at) => ({
      image_addr: at + 1,
      code_file,
    }))
    const sent = {
      platform: 'native',
      exception: [{ type: 'E', stacktrace: { frames } }],
      debug_meta: { images },
    }
    const stored = normaliseEvent(structuredClone(sent) as JsonObject, { receivedAt: 0, retentionDays: 30 })
    const growth = JSON.stringify(stored.payload).length - JSON.stringify(sent).length
    expect(growth).toBeLessThan(50_000 * 20 + 400_000)
  })

  test.each<[string, JsonObject]>([
    ['an address that is none', { instruction_addr: 'x' }],
    ['an address before its binary', { instruction_addr: '0x1', image_addr: '0x2' }],
    ['numbers beyond what counts exactly', { instruction_addr: '0xffffffffffffffff', image_addr: 1 }],
  ])('with %s has no place', (_name, frame) => {
    expect(components(crash({ calls: [['app', 0, frame]] }))).toEqual(['type: EXC_BAD_ACCESS', 'value: Bad'])
  })
})
