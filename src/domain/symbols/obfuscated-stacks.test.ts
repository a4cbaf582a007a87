import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { applyRetraced, obfuscatedStacks } from './obfuscated-stacks.ts'

const CALLS_OF_ONE = 50

/** A Java event of as many frames, each of which stands for 50 calls with names of as many characters. */
function retraced({ frames, nameChars, vars }: { frames: number; nameChars: number; vars: JsonObject }) {
  const frame = () => ({ module: 'a.b', function: 'a', filename: 'SourceFile', lineno: 7, vars })
  const stacktrace = { frames: Array.from({ length: frames }, frame) }
  const payload: JsonObject = {
    exception: { values: [{ type: 'c', module: 'a', stacktrace }] },
    debug_meta: { images: [{ type: 'proguard', uuid: '5fd1a3c1-92e2-4d6e-9a1f-0c7d1a2b3c4d' }] },
  }
  const stacks = obfuscatedStacks(payload, 'java')
  const name = 'n'.repeat(nameChars)
  const calls = Array.from({ length: CALLS_OF_ONE }, (_, at) => ({
    ...{ class: `com.shop.${name}`, method: at === 0 ? 'innermost' : name, line: at, file: `${name}.kt` },
  }))
  const original = { thrown: null, calls: stacks.stacks[0]!.calls.map(() => calls) }
  const target = { project: '', release: '', dist: '' }
  applyRetraced(stacks, [{ status: 'resolved', by: 'debug_id', map: 'x', original }], {
    ...{ target, platform: 'java', notesOthers: false },
  })
  return { payload, frames: stacktrace.frames as JsonObject[] }
}

describe('names of a mapping file', () => {
  it('show every inlined call, of which only the outermost has what the event says of the frame', () => {
    const { frames } = retraced({ frames: 2, nameChars: 10, vars: { total: 1 } })
    expect(frames).toHaveLength(2 * CALLS_OF_ONE)
    expect(frames.filter((frame) => frame.vars !== undefined)).toEqual([frames[0], frames[CALLS_OF_ONE]])
    expect(frames.at(-1)).toMatchObject({ function: 'innermost', raw: { module: 'a.b', function: 'a' } })
  })

  it.each([
    ['long names', { nameChars: 500, vars: {} }],
    ['variables', { nameChars: 1, vars: { words: 'some words '.repeat(700) } }],
  ])('make no event much longer: %s', (_, of) => {
    const before = JSON.stringify({ ...of, frames: Array(400).fill(of.vars) }).length
    const { payload, frames } = retraced({ frames: 400, ...of })
    expect(frames.length).toBeGreaterThanOrEqual(400)
    expect(frames.at(-1)).toMatchObject({ module: 'a.b', function: 'a' })
    expect(JSON.stringify(payload).length).toBeLessThan(before + 600_000)
  })
})
