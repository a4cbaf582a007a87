import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventWith, FRAME } from '../../../../test/sample-event.ts'
import type { Json, StackFrame } from '../../../api/wire.ts'
import { commonFrames, firstMapNotes, groupFrames, ungroupedFrames } from './frame-groups.ts'
import { frameName, placeToCopy } from './frame-name.ts'
import { minifiedNote } from './minified.ts'
import { stackOf } from './read-frame.ts'
import { underlineRange } from './underline.ts'

const vendor = (filename: string): StackFrame => ({ ...FRAME, filename, in_app: false })

describe('placeToCopy', () => {
  it('is one line of what can be seen', () => {
    const frame = { ...FRAME, filename: 'src/a.ts\nrm -rf ~\u001b\u202e\r', lineno: 3, colno: null }
    expect(placeToCopy(frameName(frame, 'node'))).toBe('src/a.ts rm -rf ~ :3')
  })
})

describe('groupFrames', () => {
  it('folds each run of library frames and names the library', () => {
    const dom = vendor('/app/node_modules/react-dom/index.js')
    const scoped = vendor('/app/node_modules/.pnpm/@base+x@1/node_modules/@base/x/i.js')
    const groups = groupFrames([FRAME, dom, dom, FRAME, scoped, scoped])
    expect(groups.map((group) => (group.kind === 'fold' ? group.title : group.index))).toEqual([
      0,
      '2 frames from react-dom',
      3,
      '2 frames from @base/x',
    ])
  })

  it('never folds the crash frame; without an in-app frame the first ones stand', () => {
    const kinds = (frames: StackFrame[], standing = 1) =>
      groupFrames(frames, { standing }).map((group) => group.kind)
    expect(kinds([vendor('x'), FRAME])).toEqual(['frame', 'frame'])
    expect(kinds([vendor('x'), vendor('y')], 2)).toEqual(['frame', 'frame'])
    expect(kinds([vendor('x'), vendor('y'), vendor('z')], 0)).toEqual(['frame', 'fold'])
  })

  it('folds no single frame', () => {
    const groups = groupFrames([FRAME, vendor('x'), FRAME])
    expect(groups.map((group) => group.kind)).toEqual(['frame', 'frame', 'frame'])
  })

  it('repeats no note about a missing source map from one frame to the next', () => {
    const frames = ['no app.js.map', 'no app.js.map', 'no lib.js.map', 'no app.js.map'].map((message) => ({
      ...FRAME,
      symbolication: { status: 'missing' as const, by: null, map: null, message, command: null },
    }))
    expect([...firstMapNotes(ungroupedFrames(frames))]).toEqual([0, 2, 3])
  })

  it('folds what a cause has in common with the exception above', () => {
    const [a, b, c] = [1, 2, 3].map((lineno) => ({ ...FRAME, lineno }))
    const common = commonFrames([c!, a!, b!], [FRAME, a!, b!])
    expect(common).toBe(2)
    const groups = groupFrames([c!, a!, b!], { common })
    expect(groups.map((group) => (group.kind === 'fold' ? group.title : group.index))).toEqual([
      0,
      '2 frames in common with the exception above',
    ])
    expect(commonFrames([a!, b!], [a!, b!])).toBe(0)
    expect(commonFrames([c!, b!, a!], [a!, b!])).toBe(0)
  })

  it('keeps every frame, once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.nat(20), fc.nat(5), (flags, most, standing) => {
        const frames = flags.map((in_app, lineno) => ({ ...FRAME, in_app, lineno }))
        const common = Math.min(most, Math.max(0, frames.length - 1))
        const kept = groupFrames(frames, { common, standing }).flatMap((group) =>
          group.kind === 'fold' ? group.frames : [group.frame],
        )
        expect(kept).toEqual(frames)
      }),
    )
  })
})

describe('underlineRange', () => {
  const line = '  await api.pay(order.id, { method })'
  const underlined = (column: number | null) => {
    const range = underlineRange(line, column)
    return range && line.slice(...range)
  }

  it('underlines the whole member expression the column points into', () => {
    expect(underlined(23)).toBe('order.id')
    expect(underlined(17)).toBe('order.id')
    expect(underlined(9)).toBe('api.pay')
  })

  it('underlines one character where the column points at no name', () => {
    expect(underlined(16)).toBe('(')
  })

  it('underlines nothing for a column outside of the line or on a space', () => {
    expect([underlined(null), underlined(0), underlined(400), underlined(1)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('frameName', () => {
  it.each<[string, Partial<StackFrame>, string, string[]]>([
    [
      'java names package and class',
      { module: 'org.apache.catalina.util.LifecycleBase', function: 'start', filename: 'LifecycleBase.java' },
      'java',
      ['org.apache.catalina.util.', 'LifecycleBase.start', 'LifecycleBase.java:1'],
    ],
    [
      'go names the package',
      { module: 'github.com/acme/shop/cart', function: '(*Cart).Pay', filename: 'cart.go' },
      'go',
      ['github.com/acme/shop/', 'cart.(*Cart).Pay', 'cart.go:1'],
    ],
    [
      'a class is not repeated',
      { module: 'Shop.Cart', function: 'Cart.Pay', filename: null },
      'csharp',
      ['Shop.', 'Cart.Pay', 'line 1'],
    ],
    [
      'native code has an image and an address',
      {
        function: 'main',
        filename: null,
        lineno: 0,
        package: '/var/app/Shop.app/Shop',
        instruction_addr: '0x10',
      },
      'cocoa',
      ['', 'main', '', 'Shop', '0x10'],
    ],
    [
      'without a symbol it is known by its address',
      {
        function: '<redacted>',
        filename: null,
        lineno: null,
        package: 'C:\\x\\shop.dll',
        instruction_addr: '0x10',
      },
      'native',
      ['', '0x10', '', 'shop.dll', ''],
    ],
    [
      'others are known by their file',
      { function: '?', module: 'app' },
      'python',
      ['', '<anonymous>', 'a.ts:1'],
    ],
  ])('%s', (_what, frame, platform, expected) => {
    const { qualifier, name, place, image, address } = frameName(
      { ...FRAME, colno: null, ...frame },
      platform,
    )
    expect([qualifier, name, place, image, address].slice(0, expected.length)).toEqual(expected)
  })
})

describe('minifiedNote', () => {
  const built = { ...FRAME, filename: '/static/app.min.js', colno: 4000 }
  const event = { ...eventWith({}, [built, FRAME]), platform: 'javascript', release: 'web@2' }

  it('counts the frames of a build, and names the release without a map', () => {
    expect(minifiedNote(event)).toBe(
      '1 of 2 frames show minified code. No source map from release web@2 applies to them.',
    )
  })

  it('says nothing of source, of resolved frames and of other platforms', () => {
    expect(minifiedNote({ ...event, stack_frames: [FRAME] })).toBe(null)
    expect(minifiedNote({ ...event, stack_frames: [{ ...built, raw: {} }] })).toBe(null)
    expect(minifiedNote({ ...event, platform: 'python' })).toBe(null)
  })

  it('leaves it to the frames that say themselves what became of their maps', () => {
    const symbolication = {
      status: 'missing',
      by: null,
      map: null,
      message: 'No map.',
      command: 'up',
    } as const
    expect(minifiedNote({ ...event, stack_frames: [{ ...built, symbolication }] })).toBe(null)
    const sent = (written: Json) =>
      stackOf({ stacktrace: { frames: [{ symbolication: written }] } }).frames()[0]?.symbolication
    expect(sent({ ...symbolication })).toEqual(symbolication)
    expect(sent({ status: 'made up', message: 5 })).toBe(undefined)
  })
})
