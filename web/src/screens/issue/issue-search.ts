import type { TimelineWindow } from '../../api/wire.ts'
import { dropUnset, oneOf, text } from '../../url/router-search.ts'

export const TIMELINE_WINDOWS = [
  { value: '7d', label: '7 days' },
  { value: '14d', label: '14 days' },
  { value: '28d', label: '28 days' },
  { value: '30d', label: '30 days' },
  { value: 'all', label: 'All time' },
] as const satisfies { value: TimelineWindow; label: string }[]

/** The URL of an issue: which event (absent: the newest), which tab, how much of the timeline. */
export interface IssueSearch {
  event?: string
  /** Of `ISSUE_PANELS`; which ones there are is not known before the screen is. */
  tab?: string
  range?: TimelineWindow
  /** Page of the list of events, from 0. */
  page?: number
  /** The list of events shows those of one release only. */
  release?: string
}

function whole(value: unknown, lowest: number): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= lowest ? number : undefined
}

export function parseIssueSearch(search: Record<string, unknown>): IssueSearch {
  const range = oneOf(
    TIMELINE_WINDOWS.map((choice) => choice.value),
    search.range,
  )
  return dropUnset<IssueSearch>({
    event: text(search.event),
    tab: text(search.tab),
    range,
    page: whole(search.page, 1),
    release: text(search.release),
  })
}
