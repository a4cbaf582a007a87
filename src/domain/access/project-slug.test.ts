import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedSlug, projectSlug } from './project-slug.ts'

describe('the slug of a project', () => {
  it.each([
    ['Web Shop', 'web-shop'],
    ['  Überraschung & Co. ', 'uberraschung-co'],
    ['日本語', 'project'],
    ['---', 'project'],
    [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
  ])('%s → %s', (name, slug) => {
    expect(projectSlug(name)).toBe(slug)
  })

  it('is a-z, 0-9 and single dashes, 1 to 50 characters, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = projectSlug(name)
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug.length).toBeLessThanOrEqual(50)
        expect(projectSlug(slug)).toBe(slug)
      }),
    )
  })

  it('is numbered from the second project on', () => {
    expect([1, 2, 3].map((number) => numberedSlug('shop', number))).toEqual(['shop', 'shop-2', 'shop-3'])
  })
})
