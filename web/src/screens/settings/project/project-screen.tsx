import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import type { Permission } from '#domain/access/permissions.ts'
import { projectQuery } from '../../../api/project/project-settings.ts'
import type { Project } from '../../../api/wire.ts'
import { CRUMB, DetailHead } from '../../../components/detail/detail-page.tsx'
import { buttonClass } from '../../../components/form/button.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { TAB_CLASS, TabBar } from '../../../components/tab-bar.tsx'
import { usePageTitle } from '../../../layout/page-title.ts'
import { NoAccessNote } from '../../../layout/settings/no-access-note.tsx'
import { useRole } from '../../../session/use-role.ts'

const route = getRouteApi('/signed-in/settings/projects/$projectId')

export interface ProjectTab {
  /** As in the address. */
  value: string
  label: string
  /** Members without this permission don't see the tab. */
  permission: Permission
  Panel: ComponentType<{ project: Project; projectId: string }>
}

export function ProjectScreen({ tabs }: { tabs: readonly ProjectTab[] }) {
  const { projectId } = route.useParams()
  const { tab: asked } = route.useSearch()
  const { may } = useRole()
  const { data: project, error, refetch } = useQuery(projectQuery(projectId))
  usePageTitle(project?.name ?? 'Project')
  if (error && !project) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />
  if (!project) return <ProjectSkeleton />
  const [first] = tabs
  const shown = tabs.find(({ value }) => value === asked) ?? first
  return (
    <div className="mx-auto max-w-page">
      <ProjectHead project={project} />
      <TabBar label="Project settings">
        {tabs
          .filter(({ permission }) => may(permission))
          .map(({ value, label }) => (
            <Link
              key={value}
              to="/settings/projects/$projectId"
              params={{ projectId }}
              search={value === first?.value ? {} : { tab: value }}
              activeOptions={{ exact: true, includeSearch: true }}
              resetScroll={false}
              className={TAB_CLASS}
            >
              {label}
            </Link>
          ))}
      </TabBar>
      {shown && !may(shown.permission) && <NoAccessNote permission={shown.permission} />}
      <Suspense>
        {shown && may(shown.permission) && (
          <shown.Panel key={projectId} project={project} projectId={projectId} />
        )}
      </Suspense>
    </div>
  )
}

function ProjectHead({ project }: { project: Project }) {
  return (
    <DetailHead
      crumbs={
        <Link to="/settings/projects" {...CRUMB}>
          Projects
        </Link>
      }
      title={project.name}
      actions={
        <div className="flex flex-wrap gap-2">
          <Link to="/issues" search={{ project: project.id }} className={buttonClass()}>
            Issues
          </Link>
          <Link
            to="/projects/$projectId/setup"
            params={{ projectId: project.id }}
            className={buttonClass({ kind: project.first_event_at === null ? 'primary' : 'default' })}
          >
            Connect an application
          </Link>
        </div>
      }
    />
  )
}

function ProjectSkeleton() {
  return (
    <div className="appear-late mx-auto max-w-page pt-8">
      <LoadingNote what="the project" />
      <Skeleton className="h-6 w-56" />
      <Skeleton className="mt-6 h-5 w-96 max-w-full" />
      <Skeleton className="mt-8 h-48 w-full" />
    </div>
  )
}
