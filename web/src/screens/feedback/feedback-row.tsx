import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../api/project/projects.ts'
import type { ListedFeedback } from '../../api/wire.ts'
import { FeedbackText } from '../../components/display/feedback-text.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'

/** One person's feedback, with a link to its event or, if only its issue is known, to that. */
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
    <Link
      to="/issues/$issueId"
      params={{ issueId }}
      search={isStored ? { event: eventId } : {}}
      className="text-ink-2 underline underline-offset-2 hover:text-ink"
    >
      {isStored ? 'Show event' : 'Show issue'}
    </Link>
  )
}

function ProjectName({ id }: { id: string }) {
  const { data: projects } = useQuery(projectsQuery)
  const name = projects?.find((candidate) => candidate.id === id)?.name
  return name === undefined ? null : ` · ${name}`
}
