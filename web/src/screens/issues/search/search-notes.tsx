import { Link } from '@tanstack/react-router'
import type { IssuePage } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { buttonClass } from '../../../components/form/button.tsx'

/** Notes above the rows: the event with the searched ID, and terms that were not conditions. */
export function SearchNotes({ page }: { page: IssuePage }) {
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
    </div>
  )
}
