import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { keysQuery, projectQuery } from '../../api/projects.ts'
import type { DsnKey } from '../../api/wire.ts'
import { buttonClass } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { EmptyState, ErrorState, LoadingNote } from '../../components/states.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { DsnPanel } from './dsn-panel.tsx'
import { FirstEvent } from './first-event.tsx'
import { SnippetPicker } from './snippet-picker.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/setup')

/** From a fresh project to its first event: the DSN, the code, and the wait for it. */
export function ProjectSetupScreen() {
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const { dsnKey, error, isPending } = useUsableKey(projectId)
  usePageTitle('Connect an application')
  if (project.error) return <ErrorState error={project.error} onRetry={() => void project.refetch()} />
  if (error) return <ErrorState error={error} />
  if (isPending || !project.data) return <LoadingNote what="the project" />
  return (
    <div className="mx-auto max-w-3xl pt-6">
      <h1 className="text-title font-semibold tracking-tight">Connect {project.data.name}</h1>
      <p className="mt-1 text-ink-2">Take the SDK you already have; give it this DSN.</p>
      {dsnKey ? (
        <>
          <Section title="1. The DSN">
            <DsnPanel dsnKey={dsnKey} />
          </Section>
          <Section title="2. The code">
            <SnippetPicker dsnKey={dsnKey} platform={project.data.platform} />
          </Section>
          <Section title="3. The first event">
            <FirstEvent dsnKey={dsnKey} />
          </Section>
        </>
      ) : (
        <NoKey projectId={projectId} />
      )}
      <p className="mt-6">
        <Link
          to="/issues"
          search={{ project: projectId }}
          className={buttonClass({ kind: 'quiet', className: '-ml-[11px]' })}
        >
          To the issues
        </Link>
      </p>
    </div>
  )
}

/** The key that has just been made, with its secret, or else the first that is not revoked. */
function useUsableKey(projectId: string) {
  const fresh = useQuery<DsnKey>({ queryKey: ['new-key', projectId], enabled: false })
  const { data, error, isPending } = useQuery(keysQuery(projectId))
  return { dsnKey: fresh.data ?? data?.find((key) => key.revoked_at === null), error, isPending }
}

function NoKey({ projectId }: { projectId: string }) {
  const action = (
    <Link
      to="/settings/projects/$projectId"
      params={{ projectId }}
      className={buttonClass({ kind: 'primary' })}
    >
      To the keys
    </Link>
  )
  return (
    <EmptyState title="No usable key" action={action}>
      Every key of this project is revoked. Create a new one first.
    </EmptyState>
  )
}
