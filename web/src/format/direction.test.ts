import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showDirections } from './direction.ts'

describe('showDirections', () => {
  it('shows an override as a mark', () => {
    expect(showDirections('photo_\u202egpj.exe')).toBe('photo_‹RLO›gpj.exe')
  })

  it('leaves no character that turns the text, and every other text alone', () => {
    const control = /\p{Bidi_Control}/u
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\u202e', '\u2067', '\u200f', ''),
        (text, turn) => {
          const shown = showDirections(text + turn)
          expect(control.test(shown)).toBe(false)
          if (!control.test(text) && !/[\u200b\ufeff]/.test(text) && turn === '') expect(shown).toBe(text)
        },
      ),
    )
  })
})
