import { Link } from '@tanstack/react-router'
import type { IssuePage } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { buttonClass } from '../../../components/form/button.tsx'

/** Notes above the rows: the event with the searched ID, terms that were not conditions, and what was not searched. */
export function SearchNotes({ page, limited }: { page: IssuePage; limited: boolean }) {
  const { event, search_notes: notes = [] } = page
  return (
    <div role="status" className="grid gap-1 border-b border-line py-2 text-small text-ink-2">
      {event && (
        <p className="flex flex-wrap items-center gap-2">
          This is the ID of an event in this issue.
          <Link
            to="/issues/$issueId"
            params={{ issueId: event.issue_id }}
            search={{ event: event.id }}
            className={buttonClass({ size: 'small' })}
          >
            Open event
          </Link>
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>
          <EventText>{note}</EventText>
        </p>
      ))}
      {limited && (
        <p>
          Only your most recently seen issues were searched. Narrow the time window or choose a project to
          search the rest.
        </p>
      )}
    </div>
  )
}
