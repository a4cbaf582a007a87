import type { IssueSummary } from '../api/wire.ts'
import { formatCount } from '../format/number.ts'

type Candidate = Pick<IssueSummary, 'id' | 'event_count' | 'first_seen_at' | 'project_id'>

/**
 * The issue that others are merged into unless another is chosen: the one with most events, which is the one
 * that is known best; of equals the oldest.
 */
export function chooseCanonical<T extends Candidate>(issues: readonly T[]): T | undefined {
  return issues.toSorted(
    (a, b) => b.event_count - a.event_count || a.first_seen_at.localeCompare(b.first_seen_at),
  )[0]
}

/** Why these can't be merged; `undefined` where they can. */
export function mergeRefusal(issues: readonly Candidate[], most: number): string | undefined {
  if (new Set(issues.map(({ project_id: project }) => project)).size > 1) {
    return "Issues of different projects can't be merged. Choose one project above the list, or select issues from one project."
  }
  if (issues.length <= most + 1) return undefined
  return `You can merge up to ${formatCount(most + 1)} issues at once; ${formatCount(issues.length)} are selected. Narrow the search, or select fewer.`
}
