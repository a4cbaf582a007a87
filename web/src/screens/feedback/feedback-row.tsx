import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../api/project/projects.ts'
import type { ListedFeedback } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { FeedbackText } from '../../components/display/feedback-text.tsx'
import { StatePill } from '../../components/display/status-pill.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'

/** One person's feedback, with its issue's title, which links to the event if that is stored. */
export function FeedbackRow({ entry }: { entry: ListedFeedback }) {
  return (
    <li className="flex gap-3 border-b border-line py-3 pr-1 pl-3">
      <ScreenIcon name="comment" className="mt-0.5 flex-none text-ink-3" />
      <div className="min-w-0 flex-1">
        <FeedbackText entry={entry}>
          <ProjectName id={entry.project_id} />
          {' · '}
          <Subject entry={entry} />
        </FeedbackText>
      </div>
    </li>
  )
}

function Subject({ entry }: { entry: ListedFeedback }) {
  const { issue_id: issueId, event_id: eventId, is_event_stored: isStored } = entry
  if (eventId === null) return <span>No event</span>
  if (issueId === null) return <span title={eventId}>Event not stored</span>
  return (
    <>
      <Link
        to="/issues/$issueId"
        params={{ issueId }}
        search={isStored ? { event: eventId } : {}}
        className="text-ink-2 underline underline-offset-2 hover:text-ink"
      >
        <EventText>{entry.issue_title ?? (isStored ? 'Show event' : 'Show issue')}</EventText>
      </Link>{' '}
      {entry.issue_status !== null && entry.issue_status !== 'unresolved' && (
        <StatePill state={entry.issue_status} />
      )}
    </>
  )
}

function ProjectName({ id }: { id: string }) {
  const { data: projects } = useQuery(projectsQuery)
  const name = projects?.find((candidate) => candidate.id === id)?.name
  return name === undefined ? null : ` · ${name}`
}
