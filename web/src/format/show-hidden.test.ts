import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hidesText } from '#contract/hidden-text.ts'
import { showHidden } from './show-hidden.ts'

describe('showHidden', () => {
  it('shows an override as a mark', () => {
    expect(showHidden('photo_\u202egpj.exe')).toBe('photo_‹RLO›gpj.exe')
  })

  it('names what is known by a name, and the number of everything else', () => {
    expect(showHidden('\u001b[31m \u2028 \u3164 \u{e0041}')).toBe('‹ESC›[31m ‹LS› ‹U+3164› ‹U+E0041›')
    expect(showHidden(`a${'\u0301'.repeat(40)}`)).toBe('a‹40 marks›')
  })

  it('leaves no character that turns the text, and every other text alone', () => {
    const control = /\p{Bidi_Control}/u
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\u202e', '\u2067', '\u200f', ''),
        (text, turn) => {
          const shown = showHidden(text + turn)
          expect(control.test(shown)).toBe(false)
          if (!hidesText(text) && turn === '') expect(shown).toBe(text)
        },
      ),
    )
  })
})
