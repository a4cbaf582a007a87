import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likelyName } from './likely-name.ts'

describe('the name that was meant', () => {
  const names = ['production', 'staging', 'development']
  it.each([
    ['prodction', 'production'],
    ['Productoin', 'production'],
    ['stagin', 'staging'],
    ['qa', undefined],
    ['production', undefined],
  ])('%s: %s', (typed, meant) => {
    expect(likelyName(typed, names)).toBe(meant)
  })

  it('counts two letters in the wrong order as one mistake', () => {
    expect(likelyName('levle', ['release', 'level'])).toBe('level')
    expect(likelyName('evn', ['os', 'env'])).toBe('env')
  })

  it('is always one of the known names, never the one that was typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (typed, known) => {
        const meant = likelyName(typed, known)
        if (meant === undefined) return
        expect(known).toContain(meant)
        expect(meant.toLowerCase()).not.toBe(typed.toLowerCase())
      }),
    )
  })
})
