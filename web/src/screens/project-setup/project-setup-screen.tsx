import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { keysQuery, latestIssueQuery, newKeyQuery, projectQuery } from '../../api/project/project-settings.ts'
import { Section } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { buttonClass } from '../../components/form/button.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../components/states.tsx'
import { DsnPanel } from '../../entities/project/dsn-panel.tsx'
import { SnippetPicker } from '../../entities/project/snippet-picker.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { FirstEvent } from './first-event.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/setup')

/** From a fresh project to its first event: the DSN, the code, and the wait for it. */
export function ProjectSetupScreen() {
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const hasEvents = useQuery(latestIssueQuery(projectId)).data != null
  const { dsnKey, error, isPending, refetch } = useUsableKey(projectId)
  usePageTitle('Connect an application')
  if (project.error)
    return <ErrorState heading="h1" error={project.error} onRetry={() => void project.refetch()} />
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />
  if (isPending || !project.data) return <SetupSkeleton />
  const { name, platform } = project.data
  return (
    <div className="mx-auto max-w-3xl pt-6">
      <h1 className="text-title font-semibold tracking-tight break-words">Connect {name}</h1>
      <p className="mt-1 text-ink-2">Use your existing Sentry SDK, or install one below, and set this DSN.</p>
      {dsnKey ? (
        <>
          <Section title="1. The DSN">
            <DsnPanel dsnKey={dsnKey} />
          </Section>
          <Section title="2. The code" note="with your DSN filled in">
            <SnippetPicker dsnKey={dsnKey} platform={platform} />
          </Section>
          <Section title="3. The first event">
            <FirstEvent key={projectId} dsnKey={dsnKey} platform={platform} />
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
          {hasEvents || project.data.first_event_at !== null ? 'Go to issues' : 'Skip for now'}
        </Link>
      </p>
    </div>
  )
}

/** The key that has just been made, with its secret, or else the first that is not revoked. */
function useUsableKey(projectId: string) {
  const fresh = useQuery(newKeyQuery(projectId))
  const { data, error, isPending, refetch } = useQuery(keysQuery(projectId))
  return { dsnKey: fresh.data ?? data?.find((key) => key.revoked_at === null), error, isPending, refetch }
}

function SetupSkeleton() {
  return (
    <div className="appear-late mx-auto max-w-3xl pt-6">
      <LoadingNote what="the project" />
      <Skeleton className="h-6 w-64" />
      <Skeleton className="mt-12 h-40 w-full" />
      <Skeleton className="mt-12 h-56 w-full" />
    </div>
  )
}

function NoKey({ projectId }: { projectId: string }) {
  const action = (
    <Link
      to="/settings/projects/$projectId"
      params={{ projectId }}
      search={{ tab: 'keys' }}
      className={buttonClass({ kind: 'primary' })}
    >
      Go to keys
    </Link>
  )
  return (
    <EmptyState title="No usable key" action={action}>
      All keys of this project are revoked. Create a new one first.
    </EmptyState>
  )
}
