import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { sharedText } from './payload-dictionary.ts'

const frames = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    filename: `/app/src/module-${index}.ts`,
    function: `handle${index}`,
    context_line: `  return await load(order, ${index})`,
  }))

function event(own: JsonObject): JsonObject {
  return { exception: { values: [{ type: 'TypeError', stacktrace: { frames: frames(20) } }] }, ...own }
}

describe('sharedText', () => {
  it('keeps what two events share', () => {
    const text = sharedText(event({}), event({}), false)
    expect(text).toContain('/app/src/module-7.ts')
    expect(text).toContain('return await load(order, 19)')
  })

  it('is null when there is too little to pay off', () => {
    expect(sharedText({ message: 'a' }, { message: 'a' }, true)).toBeNull()
  })

  it('never holds a value that only one of the events has', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        fc.pre(a !== b)
        const text = sharedText(event({ tags: { order: a } }), event({ tags: { order: b } }), true) ?? ''
        expect(text).not.toContain(a)
        expect(text).not.toContain(b)
      }),
    )
  })

  it('never contains the user or the request, even if both events agree', () => {
    const own = {
      user: { id: 'user-4711', email: 'ada@example.com' },
      request: { url: 'https://shop.example/cart/4711', headers: { Cookie: 'session=4711' } },
      breadcrumbs: [{ message: 'paid invoice 4711' }],
    }
    const text = sharedText(event(own), event(structuredClone(own)), false) ?? ''
    expect(text).not.toContain('4711')
    expect(text).not.toContain('ada@example.com')
    expect(text).toContain('"email"')
  })

  it('keeps the words that differing texts share, but none that the first event only has in a part left out', () => {
    const first = event({ user: { id: 'ada-4711' }, hint: 'cart of nobody' })
    const text = sharedText(first, event({ hint: 'cart of ada-4711' }), true)
    expect(text).toContain('"hint":"cart of "')
    expect(text).not.toContain('ada-4711')
  })

  it('never holds a list of frames that lies in a part which is left out', () => {
    const listed = frames(20).map((frame) => ({ ...frame, note: 'order 4711' }))
    const owns: JsonObject[] = [{ user: { frames: listed } }, { extra: { seen: { frames: listed } } }]
    for (const own of owns) {
      expect(sharedText(event(own), event(structuredClone(own)), false)).not.toContain('4711')
    }
    const own = { user: { frames: listed } }
    expect(sharedText(event(own), event(structuredClone(own)), true)).not.toContain('4711')
  })

  it('keeps what requests and breadcrumbs of two users share, but not their identity', () => {
    const own = {
      user: { id: 'user-4711' },
      breadcrumbs: [{ category: 'query', message: 'SELECT total FROM orders WHERE id = $1' }],
    }
    const text = sharedText(event(own), event(structuredClone(own)), true) ?? ''
    expect(text).toContain('SELECT total FROM orders')
    expect(text).not.toContain('4711')
  })
})
