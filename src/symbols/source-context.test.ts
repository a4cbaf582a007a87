import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../test/support/timing.ts'
import { SourceText } from './source-context.ts'

describe('lines of a source', () => {
  it('have five on each side, in whatever order they are asked for', () => {
    const line = fc.integer({ min: -3, max: 1100 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(line, { maxLength: 8 }), (count, asked) => {
        const lines = Array.from({ length: count }, (_, at) => `line ${at}`)
        const source = new SourceText(lines.join('\n'))
        for (const at of asked) {
          const before = lines.slice(Math.max(0, at - 5), Math.max(0, at))
          const expected =
            lines[at] === undefined ? null : { before, line: lines[at], after: lines.slice(at + 1, at + 6) }
          expect(source.contextOf({ line: at, column: 0 })).toEqual(expected)
        }
      }),
    )
  })

  it('take no longer the more of them there are before', () => {
    const source = new SourceText('\n'.repeat(2_000_000))
    const askForAll = () => {
      for (let at = 0; at < 400; at++) source.contextOf({ line: 1_999_000 + at, column: 0 })
    }
    expect(cpuMsOf(askForAll)).toBeLessThan(1000)
  })
})
