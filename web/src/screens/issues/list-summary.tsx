import { useQuery } from '@tanstack/react-query'
import { type IssueFilter, issueCountQuery } from '../../api/issues.ts'
import { asksForEvent, TABS, WINDOWS, withoutStatus, withTab } from '../../entities/issue/issue-filter.ts'
import { formatCount, plural } from '../../format/number.ts'
import { type IssueList, wholeCount } from './use-issue-list.ts'

const [OPEN, REGRESSIONS] = TABS
/** The tab counts snoozed ones, too, which are not open. */
const OPEN_REGRESSIONS = { tokens: 'is:regression !is:snoozed' }

/** The state of things in one line: how many are open, how many came back, how many events that is. */
export function ListSummary({ filter, list }: { filter: IssueFilter; list: IssueList }) {
  const enabled = list.query.isSuccess && !asksForEvent(filter.q)
  const { project, window } = filter
  const scope = project === undefined ? { window } : { window, project }
  const open = useQuery({ ...issueCountQuery({ ...scope, q: withTab(filter.q, OPEN) }), enabled }).data
  const all = useQuery({ ...issueCountQuery({ ...scope, q: withTab(filter.q, REGRESSIONS) }), enabled }).data
  const back = useQuery({
    ...issueCountQuery({ ...scope, q: withTab(filter.q, OPEN_REGRESSIONS) }),
    enabled: enabled && all !== undefined && all.total > 0,
  }).data
  const shown = wholeCount(list)
  if (!open) return null
  const span = `the last ${WINDOWS.find((choice) => choice.value === window)?.short}`
  // Then the rows below are the open issues.
  const whole = filter.q === withTab(filter.q, OPEN) ? shown : undefined
  const total = whole ?? open.total
  return (
    <p className="hidden text-ink-2 lg:block">
      {formatCount(total)}
      {whole === undefined && open.capped ? '+' : ''} {withoutStatus(filter.q) !== '' && 'matching '}open{' '}
      {total === 1 ? 'issue' : 'issues'} seen in {span}
      {back !== undefined && back.total > 0 && (
        <>
          {' · '}
          <span className="text-accent">{plural(back.total, 'regression')}</span>
        </>
      )}
      {shown !== undefined &&
        shown > 0 &&
        ` · ${plural(eventsIn(list), 'event')}${whole === undefined ? ` in the ${shown === 1 ? 'issue' : plural(shown, 'issue')} below` : ', all time'}`}
    </p>
  )
}

/** What the rows say, added up: also of events before the window. */
function eventsIn({ issues }: IssueList): number {
  return issues.reduce((sum, { event_count }) => sum + event_count, 0)
}
