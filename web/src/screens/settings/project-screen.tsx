import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { keysQuery, projectQuery } from '../../api/projects.ts'
import type { Project } from '../../api/wire.ts'
import { buttonClass } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { KeyValues } from '../../components/key-values.tsx'
import { ErrorState, LoadingNote } from '../../components/states.tsx'
import { formatCount } from '../../format/number.ts'
import { formatUtc } from '../../format/time.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { SnippetPicker } from '../project-setup/snippet-picker.tsx'
import { KeysSection } from './keys-section.tsx'
import { platformLabel } from './platforms.ts'

const route = getRouteApi('/signed-in/settings/projects/$projectId')

export function ProjectScreen() {
  const { projectId } = route.useParams()
  const { data: project, error, refetch } = useQuery(projectQuery(projectId))
  const { data: keys } = useQuery(keysQuery(projectId))
  usePageTitle(project?.name ?? 'Project')
  if (error && !project) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!project) return <LoadingNote what="the project" />
  const usable = keys?.find((key) => key.revoked_at === null)
  return (
    <div className="mx-auto max-w-[1040px]">
      <nav aria-label="Breadcrumb" className="pt-3 text-small text-ink-3">
        <Link to="/settings/projects" className="underline-offset-2 hover:text-ink hover:underline">
          Projects
        </Link>
      </nav>
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <h1 className="flex-1 text-title font-semibold tracking-tight">{project.name}</h1>
        <Link to="/issues" search={{ project: projectId }} className={buttonClass()}>
          Issues
        </Link>
        <Link to="/projects/$projectId/setup" params={{ projectId }} className={buttonClass()}>
          Connect an application
        </Link>
      </div>
      <KeysSection projectId={projectId} />
      <Section title="General">
        <KeyValues label="General" values={generalOf(project)} />
      </Section>
      {usable && (
        <Section title="SDK setup" note={`with the key “${usable.label}”`}>
          <SnippetPicker dsnKey={usable} platform={project.platform} />
        </Section>
      )}
    </div>
  )
}

function generalOf(project: Project): [string, string][] {
  const { retention_days: days, ingest_hourly_cap: cap } = project
  return [
    ['Platform', platformLabel(project.platform) || 'not set'],
    ['Project id', project.id],
    ['Project number', String(project.number)],
    ['Retention', days === null ? 'the default of this server' : `${days} days`],
    ['Hourly cap', cap === null ? 'the default of this server' : `${formatCount(cap)} events`],
    ['Created', formatUtc(project.created_at)],
  ]
}
