import { useQuery } from '@tanstack/react-query'
import { type IssueFilter, issueCountQuery, trendsQuery } from '../../api/issues.ts'
import type { IssueWindow } from '../../api/wire.ts'
import { asksForEvent, TABS, WINDOWS, withoutStatus, withTab } from '../../entities/issue/issue-filter.ts'
import { formatCount, plural } from '../../format/number.ts'
import { type IssueList, wholeCount } from './use-issue-list.ts'

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
  const span = `the last ${WINDOWS.find((choice) => choice.value === window)?.short}`
  const whole = filter.q === withTab(filter.q, OPEN) ? wholeCount(list) : undefined
  const total = whole ?? open.total
  // Only if the rows below are the open issues do both numbers speak of the same.
  const isOne = whole !== undefined && events !== undefined
  return (
    <p className="hidden text-ink-2 lg:block">
      {formatCount(total)}
      {whole === undefined && open.capped ? '+' : ''} {withoutStatus(filter.q) !== '' && 'matching '}open{' '}
      {total === 1 ? 'issue' : 'issues'}
      {!isOne && ` seen in ${span}`}
      {back !== undefined && back.total > 0 && (
        <>
          {' · '}
          <span className="text-accent">{plural(back.total, 'regression')}</span>
        </>
      )}
      {events !== undefined &&
        ` · ${plural(events, 'event')} in ${isOne ? span : `the ${plural(list.issues.length, 'issue')} below`}`}
    </p>
  )
}

/** Known only while every matching issue is loaded with its trend; a part of the sum would be a wrong number. */
function useEventsInWindow(list: IssueList, window: IssueWindow): number | undefined {
  const whole = wholeCount(list) ?? 0
  const ids = whole > 0 ? list.issues.map((issue) => issue.id) : []
  const { data: trends } = useQuery(trendsQuery(ids, window))
  if (!trends || whole === 0 || !ids.every((id) => trends.has(id))) return undefined
  const buckets = ids.flatMap((id) => trends.get(id) ?? [])
  return buckets.reduce((sum, bucket) => sum + bucket.count, 0)
}
