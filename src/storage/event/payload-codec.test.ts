import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedText } from '#domain/event/payload-dictionary.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { compressDocument, decompressDocument } from './payload-codec.ts'

function framesOf(name: string): JsonObject[] {
  return Array.from({ length: 20 }, (_, depth) => ({
    filename: `/srv/${name}-${depth}.js`,
    function: `${name}${depth}`,
    lineno: 10 * depth,
    context_line: `  return await load(${name}, ${depth}) // ü € 😀`,
  }))
}

function documentOf(names: string[], message: string): JsonObject {
  const values = names.map((name) => ({ type: 'E', stacktrace: { frames: framesOf(name) } }))
  return { payload: { exception: { values }, message }, grouping: { components: names } }
}

function dictionaryOf(first: JsonObject, second: JsonObject): Buffer {
  return Buffer.from(sharedText(first, second, true)!)
}

const document = fc
  .tuple(fc.array(fc.constantFrom('cart', 'order', 'carts'), { maxLength: 3 }), fc.string({ unit: 'binary' }))
  .map(([names, message]) => documentOf(names, message.toWellFormed()))

function expectSameOrThrow(sent: Buffer, read: () => string): void {
  let text: string
  try {
    text = read()
  } catch {
    return
  }
  expect(text).toBe(sent.toString())
}

describe('a compressed document', () => {
  test('is the same again, whether it has the stack of its dictionary or not', () => {
    const dictionaries = [
      null,
      Buffer.from(JSON.stringify(documentOf(['cart'], 'older'))),
      dictionaryOf(documentOf(['cart'], 'a'), documentOf(['cart'], 'b')),
      dictionaryOf(documentOf(['order', 'cart'], 'a'), documentOf(['cart', 'order'], 'b')),
    ]
    fc.assert(
      fc.property(document, fc.constantFrom(...dictionaries), (sent, dictionary) => {
        const json = JSON.stringify(sent)
        expect(decompressDocument(compressDocument(Buffer.from(json), dictionary), dictionary)).toBe(json)
      }),
      { numRuns: 1000 },
    )
  })

  test('is small if its stack is in the dictionary', () => {
    const dictionary = dictionaryOf(documentOf(['cart'], 'a'), documentOf(['cart'], 'b'))
    const same = compressDocument(Buffer.from(JSON.stringify(documentOf(['cart'], 'c'))), dictionary)
    const other = compressDocument(Buffer.from(JSON.stringify(documentOf(['order'], 'c'))), dictionary)
    expect(same.length).toBeLessThan(120)
    expect(other.length).toBeGreaterThan(same.length)
    expect(() => decompressDocument(same, null)).toThrow()
    expect(() => decompressDocument(same, Buffer.from('{}'))).toThrow()
  })

  test('is never read as another one: not if a byte changed, nor with another dictionary', () => {
    const own = dictionaryOf(documentOf(['cart'], 'a'), documentOf(['cart'], 'b'))
    const other = dictionaryOf(documentOf(['order'], 'first'), documentOf(['order'], 'second'))
    const [known, unknown] = ['cart', 'order'].map((name) =>
      Buffer.from(JSON.stringify(documentOf([name], 'c'))),
    )
    const cases = [known!, unknown!].flatMap((sent) =>
      [null, own].map((dictionary) => ({ sent, dictionary, data: compressDocument(sent, dictionary) })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (one, place, change) => {
          const damaged = Buffer.from(one.data)
          const at = place % damaged.length
          damaged[at] = damaged[at]! ^ change
          expectSameOrThrow(one.sent, () => decompressDocument(damaged, one.dictionary))
        },
      ),
      { numRuns: 2000 },
    )
    for (const { sent, data, dictionary } of cases) {
      if (dictionary !== null) expectSameOrThrow(sent, () => decompressDocument(data, other))
    }
  })

  test('may be larger than the compression buffer', () => {
    const dictionary = dictionaryOf(documentOf(['cart'], 'a'), documentOf(['cart'], 'b'))
    for (const length of [3_000_000, 10, 3_000_001]) {
      const json = JSON.stringify(documentOf(['cart'], 'x'.repeat(length)))
      expect(decompressDocument(compressDocument(json, dictionary), dictionary)).toBe(json)
    }
  })

  test('never shares the variables of a stack', () => {
    const withVars = (id: string) => {
      const event = documentOf(['cart'], id)
      const frames = framesOf('cart').map((frame) => ({ ...frame, vars: { order: 'order-4711' } }))
      event.payload = { exception: { values: [{ stacktrace: { frames } }] } }
      return event
    }
    const text = sharedText(withVars('a'), withVars('b'), true)!
    expect(text).not.toContain('4711')
  })
})
