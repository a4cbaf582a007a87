import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IssuePage, IssueSummary } from '../../../api/wire.ts'
import { arrivalsIn, newsIn, updateInPlace, withArrivals } from './merge-fresh.ts'

const issue = (id: string, event_count = 1) => ({ id, event_count }) as IssueSummary
const page = (ids: string[], events = 1): IssuePage => ({
  issues: ids.map((id) => issue(id, events)),
  next_cursor: null,
  total: ids.length,
})
const lists = (...pages: string[][]) => ({
  pages: pages.map((ids) => page(ids)),
  pageParams: pages.map(() => ''),
})
const idsOf = (list: ReturnType<typeof withArrivals>) =>
  list.pages.map(({ issues }) => issues.map(({ id }) => id).join(''))

describe('a newly read first page', () => {
  it('puts new issues where they belong, and leaves the order of the rest alone', () => {
    expect(idsOf(withArrivals(lists(['a', 'b', 'c']), page(['x', 'a', 'b', 'c'])))).toEqual(['xabc'])
    expect(idsOf(withArrivals(lists(['a', 'b', 'c']), page(['c', 'x', 'a', 'y', 'b'])))).toEqual(['xaybc'])
    expect(idsOf(withArrivals(lists(['a', 'b'], ['c']), page(['c', 'x', 'a'])))).toEqual(['xab', 'c'])
    expect(idsOf(withArrivals(lists(['a']), page(['a', 'x', 'y'])))).toEqual(['axy'])
  })

  it('has arrivals only where no page has the issue', () => {
    expect(arrivalsIn(lists(['a'], ['b']), page(['b', 'x', 'a'])).map(({ id }) => id)).toEqual(['x'])
  })

  it('has news among the loaded rows, and behind them only if they are all there are', () => {
    const more = (...ids: string[]): ReturnType<typeof lists> => ({
      pages: [{ ...page(ids), next_cursor: 'c' }],
      pageParams: [''],
    })
    const news = (list: ReturnType<typeof lists>, fresh: string[], hidden: string[] = []) =>
      newsIn(list, page(fresh), new Set(hidden)).map(({ id }) => id)
    expect(news(more('a', 'b'), ['x', 'b', 'y'])).toEqual(['x'])
    expect(news(lists(['a', 'b']), ['x', 'b', 'y'])).toEqual(['x', 'y'])
    expect(news(more('a', 'b'), ['x', 'y'])).toEqual(['x', 'y'])
    expect(news(more('a', 'b'), ['x', 'y'], ['a', 'b'])).toEqual([])
  })

  it('starts over rather than growing without end', () => {
    const many = Array.from({ length: 150 }, (_, index) => `i${index}`)
    expect(withArrivals(lists(many, ['z']), page(['x', 'i0'])).pages).toEqual([page(['x', 'i0'])])
  })

  const ids = fc.uniqueArray(fc.stringMatching(/^[a-f]$/), { maxLength: 6 })
  it('loses nothing, doubles nothing, keeps the order of rows and takes the new numbers', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const merged = withArrivals(lists(before), page(after, 9))
        const rows = merged.pages.flatMap(({ issues }) => issues)
        const names = rows.map(({ id }) => id)
        expect(names.filter((id) => before.includes(id))).toEqual(before)
        expect(new Set(names)).toEqual(new Set([...before, ...after]))
        expect(names).toHaveLength(new Set(names).size)
        for (const row of rows) expect(row.event_count).toBe(after.includes(row.id) ? 9 : 1)
      }),
    )
  })

  it('moves no row where it only brings numbers', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const merged = updateInPlace(lists(before), page(after, 9).issues)
        expect(idsOf(merged)).toEqual([before.join('')])
      }),
    )
  })
})
