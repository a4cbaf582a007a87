import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keysQuery } from '../../../api/project/project-settings.ts'
import type { Project } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { SnippetPicker } from '../../../entities/project/snippet-picker.tsx'

/** The code that connects an application, with the first key that is in force. */
export function SdkTab({ project }: { project: Project }) {
  const { data: keys, error, refetch } = useQuery(keysQuery(project.id))
  if (error && !keys) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!keys) return <LoadingNote what="keys" />
  const usable = keys.find((key) => key.revoked_at === null)
  if (!usable) {
    return (
      <EmptyState title="No usable key">
        All keys of this project are revoked. Create a new one first.
      </EmptyState>
    )
  }
  return (
    <Section
      title="SDK setup"
      note={`with the key “${usable.label}”`}
      end={
        <Link
          to="/projects/$projectId/setup"
          params={{ projectId: project.id }}
          className="text-small text-ink-2 underline underline-offset-2 hover:text-ink"
        >
          {project.first_event_at === null ? 'Watch for the first event' : 'Check the connection'}
        </Link>
      }
    >
      <SnippetPicker dsnKey={usable} platform={project.platform} />
    </Section>
  )
}
