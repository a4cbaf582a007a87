import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IssueEvent, JsonObject, StackFrame } from '../../api/wire.ts'
import { exceptionBlocks } from './exceptions.ts'
import { groupFrames } from './frame-groups.ts'
import { underlineRange } from './underline.ts'

const FRAME: StackFrame = {
  filename: 'a.ts',
  abs_path: null,
  module: null,
  function: 'f',
  lineno: 1,
  colno: 1,
  in_app: true,
  pre_context: [],
  context_line: null,
  post_context: [],
  vars: null,
}

const vendor = (filename: string): StackFrame => ({ ...FRAME, filename, in_app: false })

function eventWith(payload: JsonObject, frames: StackFrame[] = []): IssueEvent {
  return {
    id: '',
    issue_id: '',
    occurred_at: '',
    environment: '',
    release: '',
    platform: '',
    runtime_name: null,
    runtime_version: null,
    browser_name: null,
    os_name: null,
    user_id: null,
    user_email: null,
    payload_json: payload,
    stack_frames: frames,
    breadcrumbs: [],
  }
}

describe('groupFrames', () => {
  it('folds each run of library frames and names the library', () => {
    const dom = vendor('/app/node_modules/react-dom/index.js')
    const scoped = vendor('/app/node_modules/.pnpm/@base+x@1/node_modules/@base/x/i.js')
    const groups = groupFrames([FRAME, dom, dom, FRAME, scoped])
    expect(groups.map((group) => (group.kind === 'fold' ? group.title : group.index))).toEqual([
      0,
      '2 frames from react-dom',
      3,
      '1 frame from @base/x',
    ])
  })

  it('never folds the crash frame, nor a stack without any in-app frame', () => {
    expect(groupFrames([vendor('x'), FRAME]).map((group) => group.kind)).toEqual(['frame', 'frame'])
    expect(groupFrames([vendor('x'), vendor('y')]).map((group) => group.kind)).toEqual(['frame', 'frame'])
  })

  it('keeps every frame, once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (flags) => {
        const frames = flags.map((in_app, lineno) => ({ ...FRAME, in_app, lineno }))
        const kept = groupFrames(frames).flatMap((group) =>
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

describe('exceptionBlocks', () => {
  it('shows the outermost exception first, with the frames of the event, then its causes', () => {
    const payload: JsonObject = {
      exception: {
        values: [
          {
            type: 'Cause',
            value: 'root',
            stacktrace: { frames: [{ function: 'old' }, { function: 'new' }] },
          },
          { type: 'Outer', value: 'o', mechanism: { handled: false, type: 'onerror' } },
        ],
      },
    }
    const blocks = exceptionBlocks(eventWith(payload, [{ ...FRAME, function: 'main' }, FRAME]))
    expect(blocks.map((block) => block.type)).toEqual(['Outer', 'Cause'])
    expect(blocks[0]).toMatchObject({ handled: false, mechanism: 'onerror' })
    expect(blocks[0]?.frames.map((frame) => frame.function)).toEqual(['f', 'main'])
    expect(blocks[1]?.frames.map((frame) => frame.function)).toEqual(['new', 'old'])
  })

  it('reads any document without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(Array.isArray(exceptionBlocks(eventWith({ exception: json as JsonObject })))).toBe(true)
      }),
    )
  })
})
