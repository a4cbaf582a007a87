import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { CountedRule, RuleBook, RuleSet } from './rule-book.ts'
import {
  type GroupText,
  type Ring,
  readRing,
  readUsers,
  type StateText,
  writeRing,
  writeUsers,
} from './rule-state-text.ts'
import type { RuleMeasure } from './rule-threshold.ts'

/** Steps that a window is counted in: it covers up to one step too little, never too much. */
const STEPS = 20
const KEPT_STEPS = 2 * STEPS
/** As long as the longest cool-down. */
const FIRED_KEPT_MS = 7 * DAY_MS
/** Two of the longest windows. */
export const LONGEST_HISTORY_MS = 2 * DAY_MS
/** Sets of rules that are counted together; past them each rule of a further set is counted alone. */
const MAX_SETS = 16

export interface CountedEvent {
  at: number
  /** The affected user, without blanks; null: the event names nobody. */
  user: string | null
}

interface Group {
  set: RuleSet
  /** By the length of a window in minutes. */
  rings: Map<number, Ring>
  /** Users by hash, with the epoch ms they were last seen. */
  users: Map<string, number>
  sums: Map<number, GroupSums>
}

interface GroupSums {
  at: number
  events: number
  previous: number
  counted: number
  /** Users in the window; null: not asked for yet. */
  users: readonly string[] | null
}

const NOTHING: StateText = { groups: [], fired: [], latest: 0, from: 0 }

export class RuleState<R extends CountedRule = CountedRule> {
  readonly #book: RuleBook<R>
  #groups: Group[] = []
  readonly #fired: Map<number, number>
  #latest: number
  readonly #from: number

  /** @param text what `write` made; null: nothing was counted yet. */
  constructor(book: RuleBook<R>, text: string | null = null) {
    const state: StateText = text === null ? NOTHING : JSON.parse(text)
    this.#book = book
    for (const [signature, rings, users] of state.groups) {
      const set = book.find(signature)
      if (set)
        this.#begin(
          set,
          rings.filter(([window]) => set.windows.includes(window)).map(readRing),
          readUsers(users),
        )
    }
    this.#fired = new Map(state.fired)
    this.#latest = state.latest
    this.#from = state.from
  }

  /** Epoch ms of the latest event that was counted; 0: none. */
  get latest(): number {
    return this.#latest
  }

  add(set: RuleSet, events: readonly CountedEvent[]): void {
    for (const { at } of events) if (at > this.#latest) this.#latest = at
    if (set.rules.length === 0) return
    const known = this.#groups.find((group) => group.set.signature === set.signature)
    if (known) addTo(known, events)
    else if (set.rules.length === 1 || this.#groups.length < MAX_SETS) addTo(this.#begin(set), events)
    else for (const key of set.keys) this.add(this.#book.find(String(key))!, events)
  }

  /** @param total the events so far: those not counted may have been in the window before. */
  measure({ counterKey, windowMinutes, type, countedFrom }: R, at: number, total: number): RuleMeasure {
    let [events, previous, counted] = [0, 0, 0]
    const users: (readonly string[])[] = []
    for (const group of this.#groups) {
      if (!group.set.keys.has(counterKey)) continue
      const sums = sumsOf(group, windowMinutes, at)
      events += sums.events
      previous += sums.previous
      counted += sums.counted
      if (type !== 'users') continue
      sums.users ??= usersWithin(group, at - windowMinutes * MINUTE_MS, at)
      users.push(sums.users)
    }
    const isWhole = at - 2 * windowMinutes * MINUTE_MS >= Math.max(countedFrom, this.#from)
    const unknown = isWhole ? 0 : Math.max(0, total - counted)
    return { events, previous: previous + unknown, previousAtMost: unknown > 0, users: countDifferent(users) }
  }

  /** Whether a rule that fired is still cooling down. A clock that was set can't prolong it. */
  isCoolingDown(ruleId: number, at: number, cooldownMinutes: number): boolean {
    const fired = this.#fired.get(ruleId)
    return fired !== undefined && Math.abs(at - fired) < cooldownMinutes * MINUTE_MS
  }

  noteFired(ruleId: number, at: number): void {
    this.#fired.set(ruleId, at)
  }

  /** Drops what no window will count again, and firings of long ago. */
  prune(now: number): void {
    for (const group of this.#groups) pruneGroup(group, now)
    this.#groups = this.#groups.filter(({ rings, users }) => rings.size > 0 || users.size > 0)
    for (const [ruleId, at] of this.#fired) {
      if (Math.abs(now - at) >= FIRED_KEPT_MS) this.#fired.delete(ruleId)
    }
  }

  /** The state to keep, as text, and until when (epoch ms). Null: nothing. */
  write(now: number): { text: string; expiresAt: number } | null {
    this.prune(now)
    const isRecent = this.#from > now - LONGEST_HISTORY_MS
    if (this.#groups.length === 0 && this.#fired.size === 0 && !isRecent) return null
    const historyMs = isRecent ? LONGEST_HISTORY_MS : this.#book.historyMinutes * MINUTE_MS
    let expiresAt = now + historyMs
    for (const at of this.#fired.values()) expiresAt = Math.max(expiresAt, at + FIRED_KEPT_MS)
    const text = JSON.stringify({
      groups: this.#groups.map(writeGroup),
      fired: [...this.#fired],
      latest: this.#latest,
      from: this.#from,
    } satisfies StateText)
    return { text, expiresAt }
  }

  #begin(set: RuleSet, rings: [number, Ring][] = [], users: [string, number][] = []): Group {
    const group = { set, rings: new Map(rings), users: new Map(users), sums: new Map() }
    this.#groups.push(group)
    return group
  }
}

export function mergeStates(texts: readonly string[]): string {
  const merged = structuredClone(NOTHING)
  const fired = new Map<number, number>()
  for (const text of texts) {
    const state: StateText = JSON.parse(text)
    merged.groups.push(...state.groups)
    for (const [ruleId, at] of state.fired) fired.set(ruleId, Math.max(at, fired.get(ruleId) ?? 0))
    merged.latest = Math.max(merged.latest, state.latest)
    merged.from = Math.max(merged.from, state.from)
  }
  return JSON.stringify({ ...merged, fired: [...fired] })
}

/** The state of an issue that was split off, as text: it knows nothing before `from` (epoch ms). */
export function beginState(from: number): string {
  return JSON.stringify({ ...NOTHING, from })
}

export function stepMs(windowMinutes: number): number {
  return (windowMinutes * MINUTE_MS) / STEPS
}

function stepOf(at: number, windowMinutes: number): number {
  return Math.floor(at / stepMs(windowMinutes))
}

function addTo({ set, rings, users, sums }: Group, events: readonly CountedEvent[]): void {
  sums.clear()
  for (const window of set.windows) {
    let ring = rings.get(window)
    if (!ring) {
      ring = new Map()
      rings.set(window, ring)
    }
    addSteps(ring, events, window)
  }
  if (set.users === null) return
  for (const { at, user } of events) {
    if (user === null) continue
    const seen = users.get(user) ?? 0
    users.delete(user)
    users.set(user, Math.max(seen, at))
  }
}

function addSteps(ring: Ring, events: readonly CountedEvent[], window: number): void {
  let [step, count] = [0, 0]
  for (const { at } of events) {
    const next = stepOf(at, window)
    if (next !== step && count > 0) {
      ring.set(step, (ring.get(step) ?? 0) + count)
      count = 0
    }
    step = next
    count += 1
  }
  if (count > 0) ring.set(step, (ring.get(step) ?? 0) + count)
}

function sumsOf({ rings, sums }: Group, window: number, at: number): GroupSums {
  const known = sums.get(window)
  if (known?.at === at) return known
  const now = stepOf(at, window)
  const made: GroupSums = { at, events: 0, previous: 0, counted: 0, users: null }
  for (const [step, count] of rings.get(window) ?? []) {
    made.counted += count
    if (step <= now && step > now - STEPS) made.events += count
    else if (step <= now - STEPS && step > now - KEPT_STEPS) made.previous += count
  }
  sums.set(window, made)
  return made
}

function usersWithin({ users }: Group, since: number, at: number): string[] {
  const found: string[] = []
  for (const [user, seen] of users) if (seen > since && seen <= at) found.push(user)
  return found
}

/** @param lists none of which names anybody twice. */
function countDifferent(lists: readonly (readonly string[])[]): number {
  return lists.length === 1 ? lists[0]!.length : new Set(lists.flat()).size
}

function pruneGroup({ set, rings, users }: Group, now: number): void {
  for (const [window, ring] of rings) {
    const latest = stepOf(now, window)
    for (const step of ring.keys()) {
      // Steps far ahead come from a clock that was wrong.
      if (step <= latest - KEPT_STEPS || step > latest + KEPT_STEPS) ring.delete(step)
    }
    if (ring.size === 0) rings.delete(window)
  }
  if (users.size === 0) return
  const { longestMinutes, most } = set.users ?? { longestMinutes: 0, most: 0 }
  // Those seen last stay: no rule of the group needs more than its threshold.
  let surplus = users.size - most
  for (const [user, seen] of users) {
    if (surplus <= 0 && seen > now - longestMinutes * MINUTE_MS) continue
    users.delete(user)
    surplus -= 1
  }
}

function writeGroup({ set, rings, users }: Group): GroupText {
  return [set.signature, [...rings].map(writeRing), writeUsers(users)]
}
