import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { issueActivityQuery } from '../../api/issues.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Ago, useNow } from '../../components/time.tsx'
import { plural } from '../../format/number.ts'
import { formatExact, formatHold } from '../../format/time.ts'
import { HOLD_EVENTS, HOLD_USERS } from '../../triage/change.ts'
import { resolvedAt } from './activity-text.ts'

/** What there is to know about the state of an issue beyond its name: what a hold waits for, whether a fix holds. */
export function StateNotes({ issue }: { issue: IssueSummary }) {
  if (issue.snoozed) return <SnoozeNote issue={issue} />
  if (issue.status === 'resolved') return <ResolvedNote issue={issue} />
  return null
}

function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="mb-3 flex items-baseline gap-2 rounded-control bg-sunken px-3 py-2 text-ink-2">
      <Icon name={icon} className="translate-y-[2px]" />
      <span>{children}</span>
    </p>
  )
}

function SnoozeNote({ issue }: { issue: IssueSummary }) {
  const now = useNow()
  const { snooze_until: until, snooze_until_count: events, snooze_until_users: users } = issue
  if (until !== null) {
    if (Date.parse(until) <= now) return null
    return (
      <Note icon="clock">
        Snoozed: <b className="font-semibold text-ink">{formatHold(Date.parse(until) - now)} left</b>, until{' '}
        <time dateTime={until}>{formatExact(until).split('\n')[1]}</time>. Then it is open again.
      </Note>
    )
  }
  const left =
    events !== null
      ? leftOf(events - issue.event_count, HOLD_EVENTS, 'event')
      : leftOf((users ?? 0) - issue.unique_user_count, HOLD_USERS, 'user')
  return (
    <Note icon="clock">
      Snoozed: <b className="font-semibold text-ink">{left}</b>. Then it is open again.
    </Note>
  )
}

/** `37 of 100 events left`; without the whole where a merge made the rest larger than it. */
function leftOf(rest: number, whole: number, noun: string): string {
  const left = Math.max(1, rest)
  return left > whole ? `${plural(left, noun)} left` : `${left} of ${plural(whole, noun)} left`
}

/** Events that came after the issue was resolved, of releases that did not have the fix yet. */
function ResolvedNote({ issue }: { issue: IssueSummary }) {
  const { data } = useQuery(issueActivityQuery(issue.id))
  const at = data && resolvedAt(data.activity)
  if (at === undefined || Date.parse(issue.last_seen_at) <= Date.parse(at)) return null
  const fix = issue.resolved_in_release
  return (
    <Note icon="alert">
      <b className="font-semibold text-ink">Still happening:</b> last event <Ago at={issue.last_seen_at} />,
      after it was resolved. {fix ? `It comes back as a regression with a release newer than ${fix}.` : null}
    </Note>
  )
}
