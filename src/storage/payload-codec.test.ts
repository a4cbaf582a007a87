import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { STACK_MARK, sharedText } from '#domain/payload-dictionary.ts'
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

  test('leaves out the stack that its dictionary has', () => {
    const dictionary = dictionaryOf(documentOf(['cart'], 'a'), documentOf(['cart'], 'b'))
    expect(dictionary.toString().split(STACK_MARK)[1]).toBe(JSON.stringify(framesOf('cart')))
    const same = compressDocument(Buffer.from(JSON.stringify(documentOf(['cart'], 'c'))), dictionary)
    const other = compressDocument(Buffer.from(JSON.stringify(documentOf(['order'], 'c'))), dictionary)
    expect(same.length).toBeLessThan(120)
    expect(other.length).toBeGreaterThan(same.length)
    expect(() => decompressDocument(same, null)).toThrow('another dictionary')
    expect(() => decompressDocument(same, Buffer.from('{}'))).toThrow('another dictionary')
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
    expect(text).not.toContain(STACK_MARK)
  })
})
