import { describe, expect, it } from 'vitest'
import { orderByName, Release } from './release-order.ts'

describe('a release beside a version', () => {
  it.each<[release: string, version: string, order: number]>([
    ['shop@1.10.0', '1.9', 1],
    ['shop@1.10.0', '1.10', 0],
    ['shop@1.10.0-rc.1', '1.10', -1],
    ['shop@2.0.0-rc.1', '1', 1],
    ['v1.10', '1.10.0', 0],
    ['2026.11.28.1', '2026.11', 1],
    ['shop@1.0.0', 'shop@1.0.1', -1],
    ['cart@1.0.0', 'shop@1.0.1', Number.NaN],
    ['nightly', '1.0', Number.NaN],
    ['1.4-beta', '1.4', Number.NaN],
    ['4f2a91c', '1.0.0', Number.NaN],
  ])('%s and %s', (release, version, order) => {
    expect(orderByName(new Release(release), new Release(version))).toBe(order)
  })
})
