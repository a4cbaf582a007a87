import type { FingerprintRule } from './parse-rules.ts'

/** A stored event, with its keys by the rules of now and by others. Issues are named by their row keys. */
export interface TriedEvent {
  issueId: number
  eventId: string
  title: string
  before: readonly string[]
  after: readonly string[]
  /** The other rule that decides. */
  rule: FingerprintRule | undefined
}

/** Where events would go: an issue that exists, or a new one. */
export interface Target {
  /** Null: a new one. */
  issueId: number | null
  /** The newest of its events, which stands for them. */
  event: TriedEvent
  /** Events that would be in it, by the issue they are in; those that stay as well. */
  from: Map<number, Share>
}

export interface Share {
  events: number
  /** The newest of them. */
  event: TriedEvent
}

export interface TriedRules {
  /** Issues that events would leave, with all their events that were looked at, those that would stay among them. */
  changed: Map<number, { events: number; staying: number; targets: Target[] }>
  /** Issues, new or not, that would have events of several. */
  joined: Target[]
  /** Events that would be in another issue. */
  moved: number
  /** Issues of which nothing moves. */
  unchanged: number
}

/** Events whose keys would be others: only for these it matters which issue has a key. */
export function isMovable({ before, after }: Pick<TriedEvent, 'before' | 'after'>): boolean {
  return before.join() !== after.join()
}

/**
 * Places events as the pipeline would place new ones like them: in the first issue that has one of their keys, else in
 * a new one. @param events oldest first. @param ownerOf the issue that has a key now.
 */
export function tryRules(
  events: readonly TriedEvent[],
  ownerOf: (key: string) => number | undefined,
): TriedRules {
  const targets = new Targets(ownerOf)
  const staying = new Map<number, number>()
  for (const event of events) {
    const target = isMovable(event) ? targets.of(event) : targets.issue(event.issueId, event)
    const events = (target.from.get(event.issueId)?.events ?? 0) + 1
    target.from.set(event.issueId, { events, event })
    target.event = event
    if (target.issueId === event.issueId) staying.set(event.issueId, events)
  }
  const changed: TriedRules['changed'] = new Map()
  for (const target of targets.all) {
    for (const [issueId, { events: count }] of target.from) {
      if (target.issueId === issueId) continue
      const change = changed.get(issueId) ?? { events: 0, staying: staying.get(issueId) ?? 0, targets: [] }
      changed.set(issueId, change)
      change.targets.push(target)
      change.events += count
    }
  }
  let moved = 0
  for (const change of changed.values()) {
    moved += change.events
    change.events += change.staying
  }
  const issues = new Set(events.map(({ issueId }) => issueId))
  return { changed, joined: targets.all.filter(isJoin), moved, unchanged: issues.size - changed.size }
}

/** Events of two issues would be in one, or those of one in another that exists. */
export function isJoin({ issueId, from }: Target): boolean {
  if (from.size > 1) return true
  return issueId !== null && from.size === 1 && !from.has(issueId)
}

class Targets {
  readonly all: Target[] = []
  readonly #ownerOf: (key: string) => number | undefined
  readonly #byIssue = new Map<number, Target>()
  readonly #byKey = new Map<string, Target>()

  constructor(ownerOf: (key: string) => number | undefined) {
    this.#ownerOf = ownerOf
  }

  issue(issueId: number, event: TriedEvent): Target {
    const known = this.#byIssue.get(issueId) ?? this.#begin(issueId, event)
    this.#byIssue.set(issueId, known)
    return known
  }

  of(event: TriedEvent): Target {
    const target = this.#known(event) ?? this.#begin(null, event)
    for (const key of event.after)
      if (!this.#byKey.has(key) && this.#ownerOf(key) === undefined) this.#byKey.set(key, target)
    return target
  }

  #known(event: TriedEvent): Target | undefined {
    for (const key of event.after) {
      const known = this.#byKey.get(key)
      if (known !== undefined) return known
      const owner = this.#ownerOf(key)
      if (owner !== undefined) return this.issue(owner, event)
    }
    return undefined
  }

  #begin(issueId: number | null, event: TriedEvent): Target {
    const target = { issueId, event, from: new Map<number, Share>() }
    this.all.push(target)
    return target
  }
}
