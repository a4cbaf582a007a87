import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { breadcrumbs, exceptionChain, stackFrames } from './view.ts'

const payload = (event: JsonObject) => normaliseEvent(event, { receivedAt: 0, retentionDays: 90 }).payload

describe('frames', () => {
  const framesOf = (frames: JsonObject[], platform = 'javascript') =>
    stackFrames(payload({ platform, exception: [{ type: 'E', stacktrace: { frames } }] }))

  test('an address becomes the absolute path, its path the file name', () => {
    const [frame] = framesOf([{ filename: 'https://x.example/static/app.js?v=1#t', lineno: '12', colno: -3 }])
    expect(frame).toMatchObject({
      filename: '/static/app.js',
      abs_path: 'https://x.example/static/app.js?v=1#t',
      lineno: 12,
      colno: null,
    })
  })

  test('every field is there and of its type', () => {
    const [frame] = framesOf([
      { function: 5, vars: 'x', pre_context: [null, 'a', 1], post_context: 'x', context_line: 3 },
    ])
    expect(frame).toEqual({
      filename: null,
      abs_path: null,
      module: null,
      function: '5',
      lineno: null,
      colno: null,
      in_app: true,
      pre_context: ['', 'a', '1'],
      context_line: '3',
      post_context: [],
      vars: null,
    })
  })

  test('native frames keep their binary and address, written as text or as a number', () => {
    const frames = framesOf(
      [
        { package: '/usr/lib/libc.so.6', instruction_addr: '0x7f01' },
        { instruction_addr: 4096, platform: 'native' },
      ],
      'native',
    )
    expect(frames).toMatchObject([
      { package: '/usr/lib/libc.so.6', instruction_addr: '0x7f01' },
      { platform: 'native', instruction_addr: '0x1000' },
    ])
  })

  test('unmarked frames are of the application unless they lie among libraries', () => {
    const paths = [
      '/app/main.py',
      '/usr/lib/python3.12/json/decoder.py',
      '/venv/lib/python3.12/site-packages/x/y.py',
      '<frozen importlib>',
    ]
    expect(
      framesOf(
        paths.map((abs_path) => ({ abs_path })),
        'python',
      ).map((frame) => frame.in_app),
    ).toEqual([true, false, false, false])
  })

  test('where some frames are marked, the others are not of the application', () => {
    const frames = framesOf([{ filename: 'a.py' }, { filename: 'b.py', in_app: true }], 'python')
    expect(frames.map((frame) => frame.in_app)).toEqual([false, true])
  })

  test('without exceptions they are those of the stack, else of the crashed thread', () => {
    const stacktrace = { frames: [{ function: 'own' }] }
    const threads: JsonObject[] = [
      { stacktrace: { frames: [{ function: 'idle' }] } },
      { crashed: true, stacktrace: { frames: [{ function: 'boom' }] } },
    ]
    expect(stackFrames(payload({ stacktrace, threads }))[0]?.function).toBe('own')
    expect(stackFrames(payload({ threads }))[0]?.function).toBe('boom')
  })

  test('a chain keeps its order and how it was caught', () => {
    const exception: JsonObject[] = [
      { type: 'Cause' },
      { type: 'Thrown', mechanism: { type: 'onerror', handled: false } },
    ]
    expect(exceptionChain(payload({ exception })).map(({ type, handled }) => [type, handled])).toEqual([
      ['Cause', null],
      ['Thrown', false],
    ])
  })
})

test('breadcrumbs are shown flat, with their times in UTC', () => {
  const crumbs: JsonObject[] = [
    { timestamp: 1700000000.5, type: 'http', category: 'xhr', message: 5, data: { a: 1 } },
    { timestamp: '2026-01-01T00:00:00', level: 'info', data: 'x' },
  ]
  expect(breadcrumbs(payload({ breadcrumbs: { values: crumbs } }))).toEqual([
    {
      timestamp: '2023-11-14T22:13:20.500Z',
      type: 'http',
      category: 'xhr',
      level: null,
      message: '5',
      data: { a: 1 },
    },
    {
      timestamp: '2026-01-01T00:00:00.000Z',
      type: null,
      category: null,
      level: 'info',
      message: null,
      data: null,
    },
  ])
})
