/**
 * Whole bodies admitted lately for one (project, preview fingerprint): a flat list of pairs `second, count`,
 * oldest first, epoch seconds. At most 61 pairs, whatever the limit is.
 */
export type SpikeWindow = number[]

/** A second that ended 60 s ago or more can share no 60 s window with the present one. */
const SECONDS_KEPT = 61

/**
 * The spike valve (docs/protocol.md: 100 raw events per minute and fingerprint). Admits one more
 * whole body, and notes it in `window`, unless that could put more than `limit` of them into some 60 s.
 *
 * Times are counted in whole seconds, so a closed valve reopens up to one second late, never early. A clock
 * set back by up to a minute counts as standing still; one set back further makes the window start afresh.
 * @param receivedAt epoch ms.
 * @returns false when only the count is to be kept; `window` then holds what still counts.
 */
export function admitWholeBody(window: SpikeWindow, receivedAt: number, limit: number): boolean {
  const second = advance(window, Math.floor(receivedAt / 1000))
  let admitted = 0
  for (let i = 1; i < window.length; i += 2) admitted += window[i]!
  if (admitted >= limit) return false
  if (window.length > 0 && window[window.length - 2] === second) window[window.length - 1]! += 1
  else window.push(second, 1)
  return true
}

/** The newest second the window knows, epoch seconds; 0 when it is empty. */
export function newestSecond(window: SpikeWindow): number {
  return window.length === 0 ? 0 : window[window.length - 2]!
}

/** True when nothing in the window can matter at `second` or later. */
export function isSpent(window: SpikeWindow, second: number): boolean {
  return newestSecond(window) <= second - SECONDS_KEPT
}

/** Forgets what is too old; returns the second to count in. */
function advance(window: SpikeWindow, second: number): number {
  const newest = newestSecond(window)
  if (second < newest - 60) window.length = 0
  const present = window.length === 0 ? second : Math.max(second, newest)
  let spent = 0
  while (spent < window.length && window[spent]! <= present - SECONDS_KEPT) spent += 2
  if (spent > 0) window.splice(0, spent)
  return present
}
