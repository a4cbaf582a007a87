import { createContext, runInContext, Script } from 'node:vm'
import { TraceMap, traceSegment } from '@jridgewell/trace-mapping'
import { describe, expect, test } from 'vitest'
import { ShopBuild } from '../../../test/support/symbols/source-map.ts'
import { debugIdIn, inlineMap, sourceMapReference } from './file-marks.ts'
import { withDebugId } from './inject-debug-id.ts'

const shop = new ShopBuild(3, 'c')
const map = JSON.stringify(shop.map())
const ID = '01234567-89ab-4cde-8f01-23456789abcd'

/** Where the code throws, by a stack of the engine: [line, column], from 1. */
function thrownAt(script: string, globals: object): [number, number] {
  try {
    new Script(script.replace(/^#!/, '//'), { filename: 'app.js' }).runInContext(createContext(globals))
  } catch (error) {
    const [, line, column] = /app\.js:(\d+):(\d+)/.exec((error as Error).stack!.split('\n    at ')[1]!)!
    return [Number(line), Number(column)]
  }
  throw new Error('it did not throw')
}

describe('a debug ID in a script and its map', () => {
  test.each([
    ['', `${shop.script}\n//# sourceMappingURL=app.js.map`],
    ['with a hashbang', `#!/usr/bin/env node\n${shop.script}\n`],
    ['without an end of line', shop.script],
  ])('is registered when it runs, and the map still fits: %s', (_, script) => {
    const lines = script.startsWith('#!') ? ';' : ''
    const moved = map.replace('"mappings":"', `"mappings":"${lines}`)
    const { debugId, script: marked, map: after } = withDebugId({ script, map: moved })!
    const globals: { _sentryDebugIds?: Record<string, string> } = {}
    const [line, column] = thrownAt(marked, globals)
    expect(Object.values(globals._sentryDebugIds!)).toEqual([debugId])
    expect(Object.keys(globals._sentryDebugIds!)[0]).toContain('app.js')
    const found = traceSegment(new TraceMap(after!), line - 1, column - 1)!
    expect([found[2], debugIdIn(Buffer.from(after!), true)]).toEqual([1, debugId])
    expect(debugIdIn(Buffer.from(marked), false)).toBe(debugId)
    expect(withDebugId({ script: marked, map: after })).toEqual({ debugId, script: marked, map: after })
  })

  test('is the same for the same build', () => {
    const other = { script: `${shop.script};`, map }
    expect(withDebugId({ script: shop.script, map })).toEqual(withDebugId({ script: shop.script, map }))
    expect(withDebugId(other)!.debugId).not.toBe(withDebugId({ script: shop.script, map })!.debugId)
  })

  test.each([
    ['"use strict";delete Object.prototype'],
    ["/*! (c) */ // x\n 'use strict'\ndelete Object.prototype"],
    ['"use client"; "use strict";delete Object.prototype'],
  ])('leaves strict code strict: %s', (script) => {
    expect(() => runInContext(withDebugId({ script, map })!.script, createContext({}))).toThrow(
      /Cannot delete/,
    )
  })

  test('a mark of another tool stays where it is', () => {
    const commented = `${shop.script}\n//# debugId=${ID}\n`
    expect(withDebugId({ script: commented, map })).toEqual({
      debugId: ID,
      script: commented,
      map: JSON.stringify({ ...shop.map(), debug_id: ID }),
    })
    const ofPlugin = `a="sentry-dbid-${ID}";${shop.script}`
    expect(withDebugId({ script: ofPlugin, map })).toMatchObject({
      debugId: ID,
      script: `${ofPlugin}\n//# debugId=${ID}\n`,
    })
    const named = JSON.stringify({ ...shop.map(), debugId: ID })
    expect(withDebugId({ script: shop.script, map: named })!.debugId).toBe(ID)
  })

  test('in a map within the script, and in an indexed one', () => {
    const inline = `data:application/json;base64,${Buffer.from(map).toString('base64')}`
    const { script, map: none } = withDebugId({
      script: `${shop.script}\n//# sourceMappingURL=${inline}`,
      map: null,
    })!
    expect([none, JSON.parse(inlineMap(sourceMapReference(script)!)!).mappings[0]]).toEqual([null, ';'])
    const sections = [
      { offset: { line: 0, column: 0 }, map: JSON.parse(map) },
      { offset: { line: 4, column: 0 }, map: JSON.parse(map) },
    ]
    const indexed = JSON.stringify({ version: 3, sections })
    const lines = (text: string) =>
      JSON.parse(text).sections.map((section: { offset: { line: number } }) => section.offset.line)
    expect(lines(withDebugId({ script: shop.script, map: indexed })!.map!)).toEqual([1, 5])
    expect(lines(withDebugId({ script: `#!x\n${shop.script}`, map: indexed })!.map!)).toEqual([0, 5])
  })

  test.each(['', 'no', '[]', '{"a":1}'])('nothing where the map is %j', (odd) => {
    expect(withDebugId({ script: shop.script, map: odd })).toBeNull()
  })

  test('is put into a map that holds control characters of its sources, and no other byte changes', () => {
    const source = Buffer.from('// é À \u0014\npay()').toString('latin1')
    const written = JSON.stringify({ ...shop.map(), sourcesContent: [source] }).replace('\\u0014', '\u0014')
    const built = withDebugId({ script: shop.script, map: written })!
    const { sourcesContent, debug_id: id } = JSON.parse(built.map!)
    expect([id, Buffer.from(sourcesContent[0], 'latin1').toString()]).toEqual([
      built.debugId,
      '// é À  \npay()',
    ])
  })
})
