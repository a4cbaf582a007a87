import { expect, test } from 'vitest'
import { previewFingerprint } from '#domain/grouping/preview.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { group, together } from './grouped-events.ts'

/** Two events, and what they are. */
export type NamedPair = readonly [name: string, left: JsonObject, right: JsonObject]

/** Tests that the first pairs are one issue each and the others two, and that previews don't mix what is apart. */
export function testPairs(same: readonly NamedPair[], different: readonly NamedPair[]): void {
  test.each(same)('%s: same issue', (_name, left, right) => {
    expect(together(left, right)).toBe(true)
  })
  test.each(different)('%s: two issues', (_name, left, right) => {
    expect(together(left, right)).toBe(false)
  })

  test('the preview holds no more together than the groups', () => {
    const groups = new Map<string, string>()
    for (const one of [...same, ...different].flatMap(([, left, right]) => [left, right])) {
      const { preview } = previewFingerprint(structuredClone(one))
      const key = group(one).keys[0]!
      expect(groups.get(preview) ?? key).toBe(key)
      groups.set(preview, key)
    }
    expect(groups.size).toBeGreaterThan(different.length)
  })
}
