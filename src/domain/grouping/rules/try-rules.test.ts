import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TriedEvent, tryRules } from './try-rules.ts'

let made = 0
const event = (issueId: number, before: string[], after = before): TriedEvent => ({
  issueId,
  eventId: `${made++}`,
  title: `issue ${issueId}`,
  before,
  after,
  rule: undefined,
})
const nobody = () => undefined

describe('rules tried on stored events', () => {
  it('leave events with the same keys where they are, whatever was merged by hand', () => {
    const tried = tryRules([event(1, ['a']), event(1, ['b']), event(2, ['c'])], nobody)
    expect(tried).toEqual({ changed: new Map(), joined: [], moved: 0, unchanged: 2 })
  })

  it('send events to the issue that has one of their keys, the first key first', () => {
    const owners = new Map([
      ['x', 7],
      ['y', 1],
    ])
    const tried = tryRules([event(1, ['a'], ['x', 'y']), event(1, ['a'], ['z', 'y'])], (key) =>
      owners.get(key),
    )
    expect(tried.moved).toBe(1)
    expect(tried.changed.get(1)).toMatchObject({ events: 2, staying: 1, targets: [{ issueId: 7 }] })
    expect(tried.joined.map(({ issueId }) => issueId)).toEqual([7])
  })

  it('find a new issue by any key of the events before', () => {
    const tried = tryRules([event(1, ['a'], ['x', 'y']), event(2, ['b'], ['z', 'y'])], nobody)
    expect(tried.joined).toHaveLength(1)
    expect([...tried.joined[0]!.from].map(([issueId, { events }]) => [issueId, events])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('count each event once', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd')
    const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 2 })
    const tried = fc
      .tuple(fc.integer({ min: 1, max: 4 }), keys, keys)
      .map(([id, before, after]) => event(id, before, after))
    const owners = fc.dictionary(key, fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(fc.array(tried), owners, (events, owner) => {
        const { changed, moved, unchanged } = tryRules(events, (one) => owner[one])
        const all = [...changed.values()]
        const left = all.reduce((sum, { events: count, staying }) => sum + count - staying, 0)
        expect(left).toBe(moved)
        for (const [issueId, { events: count }] of changed)
          expect(count).toBe(events.filter((one) => one.issueId === issueId).length)
        expect(unchanged + changed.size).toBe(new Set(events.map(({ issueId }) => issueId)).size)
      }),
    )
  })
})
