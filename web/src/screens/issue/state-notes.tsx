import type { ReactNode } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Ago, useNow } from '../../components/time.tsx'
import { formatExact } from '../../format/time.ts'
import { snoozeLeft } from './snooze-left.ts'

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
  const left = snoozeLeft(issue, useNow())
  if (left === undefined) return null
  const until = issue.snooze_until
  return (
    <Note icon="clock">
      Snoozed: <b className="font-semibold text-ink">{left}</b>
      {until !== null && (
        <>
          , until <time dateTime={until}>{formatExact(until).split('\n')[1]}</time>
        </>
      )}
      . Then it is open again.
    </Note>
  )
}

const COMPARISONS: Record<NonNullable<IssueSummary['resolved_comparison']>, string> = {
  semver: 'compared as semantic versions',
  numeric: 'compared number by number',
  'first-seen': 'compared by when they were first seen',
  time: 'or with any event after that time, since no release was known',
}

/** Events that came after the issue was resolved, of releases that did not have the fix yet. */
function ResolvedNote({ issue }: { issue: IssueSummary }) {
  if (!issue.still_happening) return null
  const fix = issue.resolved_in_release
  const comparison = issue.resolved_comparison
  return (
    <Note icon="alert">
      <b className="font-semibold text-ink">Still happening:</b> last event <Ago at={issue.last_seen_at} />,
      after it was resolved.{' '}
      {fix &&
        `It comes back as a regression with a release newer than ${fix}${comparison === null ? '' : `, ${COMPARISONS[comparison]}`}.`}
    </Note>
  )
}
