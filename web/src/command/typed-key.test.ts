import { describe, expect, it } from 'vitest'
import { type KeyPress, typedKey } from './typed-key.ts'

type Pressed = Partial<KeyPress> & { key: string; altGraph?: boolean }

function press({ altGraph = false, ...rest }: Pressed): string | undefined {
  const modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
  const getModifierState = (name: string) => name === 'AltGraph' && altGraph
  return typedKey({ code: '', ...modifiers, getModifierState, ...rest })
}

describe('the key that a press stands for', () => {
  it('is the character itself on a Latin keyboard, wherever it lies', () => {
    expect(press({ key: 'j', code: 'KeyJ' })).toBe('j')
    expect(press({ key: 'z', code: 'KeyY' })).toBe('z')
    expect(press({ key: 'Escape', code: 'Escape' })).toBe('Escape')
    expect(press({ key: '?', code: 'Minus', shiftKey: true })).toBe('?')
  })

  it('is what AltGr writes, on Windows too, where it counts as Ctrl and Alt', () => {
    expect(press({ key: '[', code: 'Digit8', altGraph: true })).toBe('[')
    expect(press({ key: ']', code: 'Digit9', altGraph: true, ctrlKey: true, altKey: true })).toBe(']')
    expect(press({ key: '[', code: 'Digit5', altKey: true })).toBe('[')
  })

  it('is the way to anywhere with Ctrl and K, on any alphabet; with more held it is another shortcut', () => {
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe('Ctrl k')
    expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('Ctrl k')
    expect(press({ key: 't', code: 'KeyK', ctrlKey: true })).toBeUndefined()
    expect(press({ key: 'k', code: 'KeyK', metaKey: true })).toBeUndefined()
    expect(press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true })).toBeUndefined()
    expect(press({ key: 'k', code: 'KeyK' })).toBe('k')
  })

  it('is none with another modifier', () => {
    expect(press({ key: 'r', code: 'KeyR', ctrlKey: true })).toBeUndefined()
    expect(press({ key: 'r', code: 'KeyR', metaKey: true })).toBeUndefined()
    expect(press({ key: 'e', code: 'KeyE', altKey: true })).toBeUndefined()
    expect(press({ key: '[', code: 'BracketLeft', ctrlKey: true, altKey: true })).toBeUndefined()
  })

  it('is the Latin letter at the same place on a keyboard with another alphabet', () => {
    expect(press({ key: 'о', code: 'KeyJ' })).toBe('j')
    expect(press({ key: 'О', code: 'KeyJ', shiftKey: true })).toBe('J')
    expect(press({ key: 'ξ', code: 'KeyJ' })).toBe('j')
    expect(press({ key: 'х', code: 'BracketLeft' })).toBe('[')
    expect(press({ key: 'é', code: 'Digit2' })).toBe('é')
  })
})
