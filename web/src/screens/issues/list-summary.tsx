import { useQuery } from '@tanstack/react-query'
import { type IssueFilter, issueCountQuery, trendsQuery } from '../../api/issues.ts'
import type { IssueWindow } from '../../api/wire.ts'
import { asksForEvent, TABS, WINDOWS, withTab } from '../../entities/issue/issue-filter.ts'
import { formatCount, plural } from '../../format/number.ts'
import type { IssueList } from './use-issue-list.ts'

const [OPEN, REGRESSIONS] = TABS

/** The state of things in one line: how many are open, how many came back, how many events that is. */
export function ListSummary({ filter, list }: { filter: IssueFilter; list: IssueList }) {
  const enabled = list.query.isSuccess && !asksForEvent(filter.q)
  const { project, window } = filter
  const scope = project === undefined ? { window } : { window, project }
  const open = useQuery({ ...issueCountQuery({ ...scope, q: withTab(filter.q, OPEN) }), enabled }).data
  const back = useQuery({ ...issueCountQuery({ ...scope, q: withTab(filter.q, REGRESSIONS) }), enabled }).data
  const events = useEventsInWindow(list, window)
  if (!open) return null
  const days = WINDOWS.find((choice) => choice.value === window)?.short
  return (
    <p className="hidden text-ink-2 lg:block">
      {formatCount(open.total)}
      {open.capped ? '+' : ''} open {open.total === 1 ? 'issue' : 'issues'} seen in the last {days}
      {back !== undefined && back.total > 0 && (
        <>
          {' · '}
          <span className="text-accent">{plural(back.total, 'regression')}</span>
        </>
      )}
      {events !== undefined &&
        ` · ${plural(events, 'event')} in the ${plural(list.issues.length, 'issue')} below`}
    </p>
  )
}

/** Known only while every matching issue is loaded with its trend; a part of the sum would be a wrong number. */
function useEventsInWindow(list: IssueList, window: IssueWindow): number | undefined {
  const complete = list.pages.length === 1 && !list.query.hasNextPage
  const ids = complete ? list.issues.map((issue) => issue.id) : []
  const { data: trends } = useQuery(trendsQuery(ids, window))
  if (!trends || !complete || !ids.every((id) => trends.has(id))) return undefined
  const buckets = ids.flatMap((id) => trends.get(id) ?? [])
  return buckets.reduce((sum, bucket) => sum + bucket.count, 0)
}
