/** Whole bodies admitted lately for one (project, preview fingerprint), and what they brought. */
export interface SpikeWindow {
  /** A flat list of pairs `second, count`, oldest first, epoch seconds. At most 61 pairs, whatever the limit is. */
  seconds: number[]
  /** `SpikeCandidate.place` and `.user` of the last ones that differ, at most `MAX_KNOWN` each. */
  places: number[]
  users: number[]
}

/** What a body may bring that none has brought lately. Hashes: two that are alike only cost a place that was kept. */
export interface SpikeCandidate {
  place: number
  user: number
}

/** Whole bodies per sliding minute, and whose turn it is. */
export type SpikeAdmission = SpikeCandidate & { limit: number }

export function newSpikeWindow(): SpikeWindow {
  return { seconds: [], places: [], users: [] }
}

const MAX_KNOWN = 50
/** The share of the limit for users that are new to the window; as much again for releases and environments. Decision 0107. */
const KEPT_SHARE = 1 / 20
/** A limit below this keeps no places back: too few would be left. */
const LEAST_SHARED_LIMIT = 40

const SECONDS_KEPT = 61

/** What the journal remembers to build windows again: requests may arrive at it out of order by up to a minute. */
export const REMEMBERED_SECONDS = 2 * SECONDS_KEPT

/**
 * The spike valve (docs/protocol.md): admits and notes a body unless `limit` might be exceeded in 60 s.
 * The last places are for a new user, release or environment; a body naming none finds all places.
 * Whole seconds: reopens up to 1 s late, never early. A clock set back 60 s stands still, more restarts.
 * @returns false to keep only the count; `window` then holds what still counts.
 */
export function admitWholeBody(window: SpikeWindow, receivedAt: number, candidate: SpikeAdmission): boolean {
  const { seconds } = window
  const second = advance(seconds, Math.floor(receivedAt / 1000))
  let admitted = 0
  for (let i = 1; i < seconds.length; i += 2) admitted += seconds[i]!
  if (admitted >= candidate.limit || admitted >= placesFor(window, candidate)) return false
  countIn(window, second)
  window.places = noted(window.places, candidate.place)
  window.users = noted(window.users, candidate.user)
  return true
}

/** How many bodies a minute may have, the candidate among them. */
function placesFor(window: SpikeWindow, { limit, place, user }: SpikeAdmission): number {
  const namesNothing = place === 0 && user === 0
  if (limit < LEAST_SHARED_LIMIT || namesNothing || isNew(window.places, place)) return limit
  const kept = Math.floor(limit * KEPT_SHARE)
  const isNewUser = isNew(window.users, user)
  return limit - (isNewUser ? kept : 2 * kept)
}

function isNew(known: number[], value: number): boolean {
  return value !== 0 && !known.includes(value)
}

/** A first one gets a list of its own size: most windows never have more, and a list that grows takes room for 17. */
function noted(known: number[], value: number): number[] {
  if (!isNew(known, value)) return known
  if (known.length === 0) return [value]
  known.push(value)
  if (known.length > MAX_KNOWN) known.shift()
  return known
}

export function restoreWholeBody(window: SpikeWindow, receivedAt: number): void {
  countIn(window, advance(window.seconds, Math.floor(receivedAt / 1000)))
}

function countIn(window: SpikeWindow, second: number): void {
  const { seconds } = window
  if (seconds.length === 0) window.seconds = [second, 1]
  else if (seconds[seconds.length - 2] === second) seconds[seconds.length - 1]! += 1
  else seconds.push(second, 1)
}

/** The newest second the window knows, epoch seconds; 0 when it is empty. */
export function newestSecond({ seconds }: SpikeWindow): number {
  return seconds.length === 0 ? 0 : seconds[seconds.length - 2]!
}

export function isSpent(window: SpikeWindow, second: number): boolean {
  return newestSecond(window) <= second - SECONDS_KEPT
}

function advance(seconds: number[], second: number): number {
  const newest = seconds.length === 0 ? 0 : seconds[seconds.length - 2]!
  if (second < newest - 60) seconds.length = 0
  const present = seconds.length === 0 ? second : Math.max(second, newest)
  let spent = 0
  while (spent < seconds.length && seconds[spent]! <= present - SECONDS_KEPT) spent += 2
  if (spent > 0) seconds.splice(0, spent)
  return present
}
