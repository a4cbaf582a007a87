import type { IssueDetail, IssueSummary } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago, useNow } from '../../../components/display/time.tsx'
import { snoozeLeft } from '../../../format/snooze-left.ts'
import { formatExact } from '../../../format/time.ts'
import { Note } from './note.tsx'
import { WorkNotes } from './work-notes.tsx'

/** Notes on an issue's state: what a snooze waits for, who has claimed it, whether a fix holds. */
export function StateNotes({ issue }: { issue: IssueSummary | IssueDetail }) {
  return (
    <>
      {issue.snoozed && <SnoozeNote issue={issue} />}
      {'fix' in issue && (
        <>
          {!issue.snoozed && issue.status === 'resolved' && <ResolvedNote issue={issue} />}
          <WorkNotes issue={issue} />
        </>
      )}
    </>
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
      . Then it reopens.
    </Note>
  )
}

/** Events that came after the issue was resolved, of releases that did not have the fix yet. */
function ResolvedNote({ issue }: { issue: IssueDetail }) {
  if (!issue.still_happening) return null
  return (
    <Note icon="alert">
      <b className="font-semibold text-ink">Still happening:</b> last event <Ago at={issue.last_seen_at} />,
      after it was resolved.{' '}
      {issue.no_regression_reason && (
        <EventText>{`Not a regression: ${issue.no_regression_reason}`}</EventText>
      )}
    </Note>
  )
}
