import type { ReactNode } from 'react'
import type { IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { splitCulprit } from '../../entities/issue/issue-title.ts'
import { plural } from '../../format/number.ts'

/** What tells issues of the same title apart: where they happen, what state they are in, how many events, since when. */
export function IssueFacts({ issue, children }: { issue: IssueSummary; children?: ReactNode }) {
  const { where, file } = splitCulprit(issue.culprit)
  return (
    <span className="block text-small text-ink-3">
      {where + file !== '' && (
        <span className="block truncate">
          <EventText>{where}</EventText>{' '}
          <span className="font-mono text-tiny">
            <EventText>{file}</EventText>
          </span>
        </span>
      )}
      {issue.status} · {plural(issue.event_count, 'event')} · first seen <Ago at={issue.first_seen_at} />
      {children}
    </span>
  )
}
