import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, likelyName } from './likely-name.ts'

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

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['prod', 'prod', 0],
    ['prodction', 'production', 1],
    ['staging', 'stagin', 1],
    ['level', 'label', 2],
    ['levle', 'level', 1],
    ['SVC_PROT', 'SVC_PORT', 1],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
  })

  it('is the same in both directions, 0 only for equal texts, and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const distance = editDistance(a, b)
        expect(editDistance(b, a)).toBe(distance)
        expect(distance === 0).toBe(a === b)
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })
})
