import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedRule, RuleBook, setOf } from './rule-book.ts'
import { beginState, mergeStates, RuleState, stepMs } from './rule-state.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)
const WINDOWS = [1, 5, 15, 60]

/** Rules with several windows and thresholds. */
function rulesOf(count: number): CountedRule[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    query: '',
    counterKey: index + 101,
    windowMinutes: WINDOWS[index % WINDOWS.length]!,
    type: index % 3 === 0 ? ('users' as const) : ('count' as const),
    value: 1000,
    countedFrom: 0,
  }))
}

interface Counted {
  at: number
  user: string
  /** Which rules it meets. */
  met: boolean[]
}

/** What a rule should have counted, from the events themselves. */
function expected(rule: CountedRule, index: number, events: readonly Counted[], now: number) {
  const step = (at: number) => Math.floor(at / stepMs(rule.windowMinutes))
  const age = ({ at }: Counted) => step(now) - step(at)
  const met = events.filter((event) => event.met[index])
  const recent = met.filter(({ at }) => at > now - rule.windowMinutes * MINUTE)
  return {
    events: met.filter((event) => age(event) < 20).length,
    previous: met.filter((event) => age(event) >= 20 && age(event) < 40).length,
    users: rule.type === 'users' ? new Set(recent.map(({ user }) => user)).size : 0,
  }
}

describe('what rules count of an issue', () => {
  const RULES = rulesOf(30)
  const event = fc.record({
    after: fc.integer({ min: 0, max: 10 * MINUTE }),
    user: fc.constantFrom('ada', 'bob', 'cy', 'dan'),
    met: fc.array(fc.boolean(), { minLength: RULES.length, maxLength: RULES.length }),
  })

  it('is exact whatever rules events meet, and survives being written after each of them', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (steps) => {
        const events: Counted[] = []
        const book = new RuleBook(RULES)
        let [state, at] = [new RuleState(book), START]
        for (const { after, user, met } of steps) {
          at += after
          events.push({ at, user, met })
          state.add(setOf(RULES.filter((_, index) => met[index])), [{ at, user }])
          const written = state.write(at)
          state = new RuleState(book, written?.text ?? null)
        }
        for (const [index, rule] of RULES.entries()) {
          expect(state.measure(rule, at, events.length)).toMatchObject(expected(rule, index, events, at))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts a batch as it counts its events one by one, in whatever order they come', () => {
    const some = fc.record({
      at: fc.integer({ min: START, max: START + 30 * MINUTE }),
      user: fc.option(fc.constantFrom('ada', 'bob', 'cy')),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 60 }), (events) => {
        const book = new RuleBook(RULES)
        const [together, single] = [new RuleState(book), new RuleState(book)]
        together.add(setOf(RULES), events)
        for (const one of events) single.add(setOf(RULES), [one])
        expect(together.latest).toBe(single.latest)
        for (const rule of RULES) {
          const at = START + 30 * MINUTE
          expect(together.measure(rule, at, 0)).toEqual(single.measure(rule, at, 0))
        }
      }),
    )
  })

  it('reads the users of a row that lists them as pairs', () => {
    const book = new RuleBook(rulesOf(1))
    const groups = [
      [
        '101',
        [[1, Math.floor(START / stepMs(1)), 2]],
        [
          ['ada', START - 20],
          ['bob', START],
        ],
      ],
    ]
    const state = new RuleState(book, JSON.stringify({ groups, fired: [], latest: START, from: 0 }))
    expect(state.measure(book.rules[0]!, START, 2)).toMatchObject({ events: 2, users: 2 })
    const again = new RuleState(book, state.write(START)!.text)
    expect(again.measure(book.rules[0]!, START, 2)).toMatchObject({ events: 2, users: 2 })
  })

  it('is bounded: by steps, by the users that a rule asks for, and by the sets of rules', () => {
    const rules = rulesOf(50).map((rule) => ({ ...rule, type: 'users' as const, value: 5 }))
    const random = fc.sample(fc.bigInt({ min: 1n, max: 2n ** 50n - 1n }), 2000)
    const book = new RuleBook(rules)
    let state = new RuleState(book)
    let size = 0
    for (const [n, bits] of random.entries()) {
      const at = START + n * 3000
      const met = rules.filter((_, index) => (bits >> BigInt(index)) & 1n)
      state.add(setOf(met), [{ at, user: `user-${n}` }])
      if (n % 20 === 19) {
        const { text } = state.write(at)!
        state = new RuleState(book, text)
        size = Math.max(size, text.length)
      }
    }
    expect(size).toBeLessThan(100_000)
  })

  it('is forgotten with the last window, and so is the cool-down after a week', () => {
    const rule = rulesOf(1)[0]!
    const state = new RuleState(new RuleBook([rule]))
    state.add(setOf([rule]), [{ at: START, user: 'ada' }])
    expect(state.write(START)!.expiresAt).toBe(START + 2 * rule.windowMinutes * MINUTE)
    expect(state.write(START + 2 * MINUTE)).toBeNull()
    state.noteFired(rule.id, START)
    expect(state.write(START)!.expiresAt).toBe(START + 7 * 24 * 60 * MINUTE)
    expect(state.write(START + 7 * 24 * 60 * MINUTE)).toBeNull()
  })

  it('a cool-down lasts no longer than it is long, also when the clock was ahead', () => {
    const state = new RuleState(new RuleBook(rulesOf(1)))
    state.noteFired(1, START + 365 * 24 * 60 * MINUTE)
    expect(state.isCoolingDown(1, START, 60)).toBe(false)
    state.noteFired(1, START)
    expect([59, 60].map((minute) => state.isCoolingDown(1, START + minute * MINUTE, 60))).toEqual([
      true,
      false,
    ])
  })

  it('events that were not counted may have been in the window before, until two windows have passed', () => {
    const rule: CountedRule = {
      ...rulesOf(1)[0]!,
      type: 'percent_increase',
      windowMinutes: 15,
      countedFrom: START,
    }
    const state = new RuleState(new RuleBook([rule]))
    for (let i = 0; i < 12; i++) state.add(setOf([rule]), [{ at: START + MINUTE, user: null }])
    expect(state.measure(rule, START + MINUTE, 20)).toMatchObject({ previous: 8, previousAtMost: true })
    expect(state.measure(rule, START + 30 * MINUTE, 20)).toMatchObject({ previousAtMost: false })
    const known = { ...rule, countedFrom: 0 }
    const split = new RuleState(new RuleBook([known]), beginState(START))
    expect(split.measure(known, START, 20)).toMatchObject({ previous: 20 })
  })

  it('of issues that are merged adds up', () => {
    const book = new RuleBook(rulesOf(4))
    const texts = [3, 4].map((events) => {
      const state = new RuleState(book)
      for (let i = 0; i < events; i++) state.add(setOf(book.rules), [{ at: START, user: `user-${i}` }])
      return state.write(START)!.text
    })
    const merged = new RuleState(book, mergeStates(texts))
    expect(merged.measure(book.rules[0]!, START, 7)).toMatchObject({ events: 7, users: 4 })
  })

  it('of a rule that is no longer in force is dropped, and of the others kept', () => {
    const rules = rulesOf(3)
    const state = new RuleState(new RuleBook(rules))
    state.add(setOf(rules), [{ at: START, user: null }])
    const later = new RuleState(new RuleBook(rules.slice(1)), state.write(START)!.text)
    expect(rules.map((rule) => later.measure(rule, START, 1).events)).toEqual([0, 1, 1])
  })
})
