import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_BOUNDS } from '../event/bounds.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { scrubEvent } from './scrub.ts'

const FRAME = {
  filename: '/srv/shop/src/cart.js',
  function: 'Cart.price',
  lineno: 41,
  colno: 7,
  in_app: true,
  pre_context: ['  const cart = carts.get(id)'],
  context_line: '  return price(cart)',
  post_context: ['}', ''],
}

function framesOf(...frames: Json[]): JsonObject {
  return { exception: { values: [{ type: 'E', stacktrace: { frames } }] } }
}

/** The same object under a name that no rule knows, so that nothing is remembered of it. */
function walkedAfresh(frame: JsonObject): Json {
  return (scrubEvent({ calls: [structuredClone(frame)] }).calls as Json[])[0] as Json
}

describe('frames that were seen before', () => {
  test('are kept, and changes in one of them are scrubbed', () => {
    const change = fc.record({
      key: fc.oneof(fc.constantFrom(...Object.keys(FRAME)), fc.constantFrom('vars', 'password', 'token')),
      value: fc.oneof(
        fc.constantFrom<Json>(41, null, true, [], ['}', ''], { password: 'x' }, 4111111111111111),
        fc.constantFrom('pwd = "abc"', 'paid 4111111111111111', '  return price(cart)', 'Bearer 0a1b2c3d4e'),
        fc.array(fc.constantFrom('}', '', 'pwd = "abc"', 'ssn 078-05-1120'), { maxLength: 3 }),
      ),
    })
    fc.assert(
      fc.property(change, ({ key, value }) => {
        scrubEvent(framesOf(structuredClone(FRAME), structuredClone(FRAME)))
        const changed = { ...structuredClone(FRAME), [key]: structuredClone(value) }
        const expected = walkedAfresh(changed)
        expect(scrubEvent(framesOf(structuredClone(changed), changed))).toEqual(framesOf(expected, expected))
      }),
    )
  })

  test('are still cut where they lie too deep, and beyond the total', () => {
    scrubEvent(framesOf(structuredClone(FRAME), structuredClone(FRAME)))
    let nested: Json = { frames: [structuredClone(FRAME)] }
    for (let depth = 3; depth < EVENT_BOUNDS.depth; depth++) nested = [nested]
    expect(JSON.stringify(scrubEvent({ nested }))).toContain('nested too deep')
    const filling = 'x '.repeat(EVENT_BOUNDS.stringChars / 2)
    const full = Array.from({ length: EVENT_BOUNDS.totalChars / filling.length }, () => filling)
    const cut = scrubEvent({
      full,
      ...framesOf(...Array.from({ length: 100 }, () => structuredClone(FRAME))),
    })
    expect(cut.errata_notes).toEqual(['total_cut'])
    expect(JSON.stringify(cut).length).toBeLessThan(1.1 * EVENT_BOUNDS.totalChars)
  })
})
