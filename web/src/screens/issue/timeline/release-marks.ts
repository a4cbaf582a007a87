import type { Timeline } from '../../../api/wire.ts'
import { showHidden } from '../../../format/show-hidden.ts'

export interface ReleaseMark {
  release: string
  /** Where its line is, percent of the width. */
  x: number
  label: string
}

/** The pointer brings the rest. */
const LABEL_LENGTH = 28
/** In the type of the labels, and between a label and what follows it, px. */
const LETTER_PX = 6
const GAP_PX = 10
/** The number of the highest bar is there. */
const FIRST_PERCENT = 8

/** Whether a label goes from its line to the left: all labels go towards the middle. */
export function goesLeft({ x }: Pick<ReleaseMark, 'x'>): boolean {
  return x > 50
}

/**
 * The releases that appeared in a timeline; of those whose labels would run into each other only the newest.
 *
 * @param width of the chart, px
 */
export function releaseMarks({ buckets, releases }: Timeline, width: number): ReleaseMark[] {
  const first = Date.parse(buckets[0]?.start ?? '')
  const second = Date.parse(buckets[1]?.start ?? '')
  const end = first + (second - first) * buckets.length
  const marks = releases
    .filter(({ release }) => release !== '')
    .map(({ release, first_seen_at }) => ({
      release,
      x: ((Date.parse(first_seen_at) - first) / (end - first)) * 100,
      label: shortened(showHidden(release)),
    }))
    .filter(({ x }) => x > FIRST_PERCENT && x < 100)
    .sort((a, b) => b.x - a.x)
  const kept: ReleaseMark[] = []
  for (const mark of marks) {
    const next = kept.at(-1)
    if (next === undefined || ((next.x - mark.x) / 100) * width > roomBetween(mark, next)) kept.push(mark)
  }
  return kept
}

/** What two neighbours write between their lines, px. */
function roomBetween(left: ReleaseMark, right: ReleaseMark): number {
  const letters = (goesLeft(left) ? 0 : left.label.length) + (goesLeft(right) ? right.label.length : 0)
  return letters * LETTER_PX + 2 * GAP_PX
}

function shortened(release: string): string {
  return release.length > LABEL_LENGTH ? `${release.slice(0, LABEL_LENGTH - 1)}…` : release
}
