import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { IssueDetail, IssueSummary, ListedFeedback } from '../../api/wire.ts'
import { ActivityTab } from './activity/activity-tab.tsx'
import { EventTab } from './event/event-tab.tsx'
import { EventsTab } from './event/events-tab.tsx'
import { FeedbackTab } from './event/feedback-tab.tsx'
import type { ShownEvent } from './event/use-shown-event.ts'
import type { IssueSearch } from './issue-search.ts'
import { MergedTab } from './side/merged-tab.tsx'
import { ReleasesTab } from './side/releases-tab.tsx'

/** What the page has read before any tab is shown; a tab reads the rest itself. */
export interface IssuePage {
  issue: IssueDetail
  search: IssueSearch
  shown: ShownEvent
  /** Events that came since the shown one was read. */
  newEvents: number
  feedback: UseQueryResult<ListedFeedback[]>
}

/** The same while only the row of a list is known. */
export interface KnownPage extends Omit<IssuePage, 'issue'> {
  issue: IssueSummary & Partial<IssueDetail>
}

export interface IssuePanel {
  /** As in the address. */
  value: string
  label: string
  Panel: ComponentType<IssuePage>
  /** How much is in it, beside the label. */
  count?: (page: KnownPage) => number | undefined
  /** Whether there are more than the count says. */
  isCapped?: (page: KnownPage) => boolean
  /** Only offered if there is something in it, or if the address names it. */
  optional?: boolean
}

/** The tabs of an issue, in order: the first one is what its address alone leads to. */
export const ISSUE_PANELS: readonly IssuePanel[] = [
  { value: 'event', label: 'Event', Panel: EventTab },
  {
    value: 'events',
    label: 'All events',
    Panel: ({ issue, search: { page = 0, release } }) => (
      <EventsTab issue={issue} page={page} release={release} />
    ),
    count: ({ issue }) => issue.stored_event_count,
  },
  {
    value: 'releases',
    label: 'Releases',
    Panel: ReleasesTab,
    count: ({ issue }) => issue.release_count,
    isCapped: ({ issue }) => issue.release_count_capped === true,
  },
  {
    value: 'merged',
    label: 'Merged',
    Panel: MergedTab,
    count: ({ issue }) => issue.merged_count,
    optional: true,
  },
  {
    value: 'feedback',
    label: 'Feedback',
    Panel: ({ issue, feedback }) => <FeedbackTab issueId={issue.id} query={feedback} />,
    count: ({ feedback }) => feedback.data?.length,
  },
  { value: 'activity', label: 'Activity', Panel: ActivityTab },
]

/** The tab that an address names; the first one if it names none, or one that is not there. */
export function panelOf(tab: string | undefined): IssuePanel | undefined {
  return ISSUE_PANELS.find(({ value }) => value === tab) ?? ISSUE_PANELS[0]
}
