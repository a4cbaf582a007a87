import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { projectQuery } from '../../../api/project/project-settings.ts'
import type { Project } from '../../../api/wire.ts'
import { buttonClass } from '../../../components/form/button.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { TAB_CLASS, TabBar } from '../../../components/tab-bar.tsx'
import { usePageTitle } from '../../../layout/page-title.ts'
import { useRole } from '../../../session/use-role.ts'
import { KeysSection } from '../keys/keys-section.tsx'
import { SdkTab } from '../keys/sdk-tab.tsx'
import { LimitsTab } from '../limits/limits-tab.tsx'
import { DangerTab } from './danger-tab.tsx'
import { GeneralTab } from './general-tab.tsx'
import { PROJECT_TABS, type ProjectTab, tabOf } from './project-tabs.ts'

const FilesTab = lazyRetry(() => import('../files/files-tab.tsx').then((module) => module.FilesTab))
const FiltersTab = lazyRetry(() => import('../intake/filters-tab.tsx').then((module) => module.FiltersTab))
const PrivacyTab = lazyRetry(() => import('../intake/privacy-tab.tsx').then((module) => module.PrivacyTab))
const RulesTab = lazyRetry(() => import('../rules/rules-tab.tsx').then((module) => module.RulesTab))
const WebhooksTab = lazyRetry(() =>
  import('../webhooks/webhooks-tab.tsx').then((module) => module.WebhooksTab),
)

const route = getRouteApi('/signed-in/settings/projects/$projectId')

export function ProjectScreen() {
  const { projectId } = route.useParams()
  const tab = tabOf(route.useSearch().tab)
  const { may } = useRole()
  const { data: project, error, refetch } = useQuery(projectQuery(projectId))
  usePageTitle(project?.name ?? 'Project')
  if (error && !project) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!project) return <ProjectSkeleton />
  const tabs = PROJECT_TABS.filter(({ permission }) => may(permission))
  return (
    <div className="mx-auto max-w-[1040px]">
      <ProjectHead project={project} />
      <TabBar label="Project settings">
        {tabs.map(({ value, label }) => (
          <Link
            key={value}
            to="/settings/projects/$projectId"
            params={{ projectId }}
            search={value === 'general' ? {} : { tab: value }}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
            className={TAB_CLASS}
          >
            {label}
          </Link>
        ))}
      </TabBar>
      <Suspense>
        <TabPanel key={projectId} project={project} tab={tab} />
      </Suspense>
    </div>
  )
}

function ProjectHead({ project }: { project: Project }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="pt-3 text-small text-ink-3">
        <Link to="/settings/projects" className="underline-offset-2 hover:text-ink hover:underline">
          Projects
        </Link>
      </nav>
      <div className="flex flex-wrap items-center gap-2 pt-1 pb-3">
        <h1 className="min-w-0 flex-1 basis-56 text-title font-semibold tracking-tight break-words">
          {project.name}
        </h1>
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
    </>
  )
}

function TabPanel({ project, tab }: { project: Project; tab: ProjectTab }) {
  switch (tab) {
    case 'general':
      return <GeneralTab project={project} />
    case 'keys':
      return <KeysSection projectId={project.id} />
    case 'limits':
      return <LimitsTab project={project} />
    case 'filters':
      return <FiltersTab projectId={project.id} />
    case 'privacy':
      return <PrivacyTab projectId={project.id} />
    case 'rules':
      return <RulesTab projectId={project.id} />
    case 'webhooks':
      return <WebhooksTab projectId={project.id} />
    case 'files':
      return <FilesTab projectId={project.id} />
    case 'sdk':
      return <SdkTab project={project} />
    case 'danger':
      return <DangerTab project={project} />
  }
}

function ProjectSkeleton() {
  return (
    <div className="appear-late mx-auto max-w-[1040px] pt-8">
      <LoadingNote what="the project" />
      <Skeleton className="h-6 w-56" />
      <Skeleton className="mt-6 h-5 w-96 max-w-full" />
      <Skeleton className="mt-8 h-48 w-full" />
    </div>
  )
}
