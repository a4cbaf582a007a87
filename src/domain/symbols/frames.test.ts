import { describe, expect, test } from 'vitest'
import { group, thrown, together } from '../../../test/support/sample/grouped-events.ts'
import { readCulprit } from '../event/culprit.ts'
import type { JsonObject } from '../json/json.ts'
import { valueList } from '../text/value-list.ts'
import { applyResolutions, unresolvedFrames } from './frames.ts'
import type { OriginalPlace } from './symbolication.ts'

const LONG_LINE = `const total = ${'cart.items.map((item) => item.price * item.count), '.repeat(4)}0`

interface Built {
  /** As the minifier called it. */
  name: string
  column?: number
  line?: string | null
  original?: string | null
  file?: string
  callerFile?: string
  callerLine?: string
  bundle?: string
  isOwn?: boolean
}

/** An event of a minified page, with the source that its map names. */
function mapped(built: Built): JsonObject {
  const { name, column = 4711, line = LONG_LINE, original = null, callerFile = 'src/cart.ts' } = built
  const { bundle = 'a.js', isOwn = true, file = 'src/cart.ts', callerLine = 'pay()' } = built
  const payload: JsonObject = {
    platform: 'javascript',
    exception: {
      values: [
        thrown(
          [
            {
              function: 'caller',
              abs_path: 'https://shop.example/a.js',
              lineno: 1,
              colno: 900,
              in_app: true,
            },
            {
              function: name,
              abs_path: `https://shop.example/${bundle}`,
              filename: `/${bundle}`,
              lineno: 1,
              colno: column,
              in_app: isOwn,
            },
          ],
          { type: 'TypeError', value: 'x is not a function' },
        ),
      ],
    },
  }
  const place = (of: string | null, context: string | null): OriginalPlace => ({
    ...{ file, line: 7, column: 3, name: of, within: null },
    context: context === null ? null : { before: [], line: context, after: [] },
  })
  const found = (at: OriginalPlace) =>
    ({ status: 'resolved', by: 'debug_id', map: 'a.js.map', original: at }) as const
  applyResolutions(
    unresolvedFrames(payload, 'javascript'),
    [found({ ...place(original, callerLine), file: callerFile }), found(place(null, line))],
    { target: { project: 'shop', release: '' } as never, platform: 'javascript', notesOthers: true },
  )
  return payload
}

const innermost = (event: JsonObject) =>
  (event.exception as { values: { stacktrace: { frames: JsonObject[] } }[] }).values[0]!.stacktrace.frames[1]!

describe('a frame that a source map resolved', () => {
  test.each(['Gle', 'async kf', 'new T', 'HTMLButtonElement.o', '$1', 'e.<anonymous>'])(
    'has no name that a minifier made up: %s',
    (name) => {
      const event = mapped({ name })
      expect(innermost(event)).toMatchObject({ function: null, raw: { function: name } })
      expect(readCulprit(event, valueList(event.exception))).toBe('src/cart.ts')
    },
  )

  test('is of the application if its source is, whatever bundle it was in', () => {
    const event = mapped({ name: 'pay', bundle: 'vendors~main.1a2b3c4d.js', isOwn: false })
    expect(innermost(event).in_app).toBe(true)
    expect(innermost(mapped({ name: 'pay', isOwn: false })).in_app).toBe(false)
  })

  test('names the built file of a route that Next.js has wrapped without a map', () => {
    const bundle = '.next/server/app/pay/route.js'
    const event = mapped({ name: 'GET', bundle, file: '__SENTRY_WRAPPING_TARGET_FILE__.cjs', isOwn: false })
    expect(innermost(event)).toMatchObject({ filename: `/${bundle}`, lineno: 7, context_line: LONG_LINE })
  })

  test('is of the SDK in the module that wraps a route of Next.js', () => {
    const event = mapped({ name: 'apply', file: 'app/pay/sentry-wrapper-module' })
    expect(innermost(event).in_app).toBe(false)
  })

  test.each([
    ['gS.later', 'later'],
    ['onClick', 'onClick'],
    ['HTMLElement.connectedCallback', 'HTMLElement.connectedCallback'],
  ])('keeps what was written: %s', (name, expected) => {
    expect(innermost(mapped({ name })).function).toBe(expected)
  })

  test('keeps short names of code that was not minified', () => {
    expect(innermost(mapped({ name: 'add', column: 9 })).function).toBe('add')
    expect(innermost(mapped({ name: 'Bot.run', column: 9 })).function).toBe('Bot.run')
  })

  test('is not called what a library calls the callbacks that it gets', () => {
    const callerFile = '../node_modules/react-dom/cjs/react-dom-client.production.js'
    const called = (name: string) => innermost(mapped({ name, original: 'listener', callerFile })).function
    expect(called('onClick')).toBe('onClick')
    expect(called('Gle')).toBe(null)
  })

  test('has the name that its caller’s place in the map says', () => {
    expect(innermost(mapped({ name: 'Gle', original: 'addItem' })).function).toBe('addItem')
  })

  test('has its own name if the code was not minified, whatever its caller calls it', () => {
    const called = (name: string) => innermost(mapped({ name, original: 'retry', column: 9 })).function
    expect(called('Cart.loadItems')).toBe('Cart.loadItems')
    expect(called('async loadItems')).toBe('async loadItems')
    expect(called('loadItems$1')).toBe('retry')
  })

  test('is not called like the variable that its result was put in place of', () => {
    const called = (callerLine: string) =>
      innermost(mapped({ name: 'Gle', original: 'items', callerLine })).function
    expect(called('  items[0].price')).toBe(null)
    expect(called('  items.length')).toBe(null)
    expect(called('  items(cart)')).toBe('items')
    expect(called('  items?.(cart)')).toBe('items')
    expect(called('  await items')).toBe('items')
  })

  test.each([
    ['a long line', LONG_LINE],
    ['no lines', null],
  ])('is one issue in two builds, with %s', (_name, line) => {
    expect(together(mapped({ name: 'Gle', line }), mapped({ name: 'Hle', line, column: 5012 }))).toBe(true)
  })

  test('is two issues in two long lines of one file', () => {
    const other = LONG_LINE.replace('total', 'price')
    expect(together(mapped({ name: 'Gle' }), mapped({ name: 'Gle', line: other }))).toBe(false)
  })
})

/** The components around the one that failed; React names no file for some of them. */
const rendered = (name: string, value = 'Minified React error #31'): JsonObject => ({
  platform: 'javascript',
  exception: [
    thrown(
      [
        { function: name, filename: '<anonymous>', in_app: true },
        { function: 'section', filename: '<anonymous>' },
      ],
      { type: 'React ErrorBoundary Error', value },
    ),
    thrown([{ function: 'beginWork', module: 'react-dom', abs_path: '/node_modules/react-dom/client.js' }], {
      value,
    }),
  ],
})

describe('a component without a file', () => {
  test('does not count by the name that a minifier gave it', () => {
    expect(together(rendered('Cle'), rendered('Dle'))).toBe(true)
    expect(group(rendered('Cle')).components.join()).toContain('section')
  })
  test('counts by its own name', () => {
    expect(together(rendered('CartTotal'), rendered('OrderList'))).toBe(false)
  })
})
