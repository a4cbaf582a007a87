import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { Project } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { SearchedList } from '../../../components/display/searched-list.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { ConnectLink } from '../../../entities/project/connect-link.tsx'
import { NewProjectButton } from '../../../entities/project/new-project-button.tsx'
import { NoProjects } from '../../../entities/project/no-projects.tsx'
import { platformLabel } from '../../../entities/project/platforms.ts'
import { formatCount } from '../../../format/number.ts'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'

export function ProjectsScreen() {
  const query = useQuery(projectsQuery)
  return (
    <SettingsPage title="Projects" end={<NewProjectButton />}>
      <LoadedList query={query} rows={query.data} what="projects" empty={<NoProjects />}>
        {(projects) => (
          <SearchedList rows={projects} what="project" written={({ name }) => name}>
            {(shown) => <ProjectTable projects={shown} />}
          </SearchedList>
        )}
      </LoadedList>
    </SettingsPage>
  )
}

function ProjectTable({ projects }: { projects: Project[] }) {
  return (
    <DataTable
      label="Projects"
      head={
        <>
          <HeadCell>Name</HeadCell>
          <HeadCell>Platform</HeadCell>
          <HeadCell>First event</HeadCell>
          <HeadCell className="max-sm:hidden">Created</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Number
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Hourly limit
          </HeadCell>
        </>
      }
    >
      {projects.map((project) => (
        <tr key={project.id} className="relative h-11 hover:bg-hover">
          <Cell className="min-w-28 font-medium wrap-anywhere">
            <Link
              to="/settings/projects/$projectId"
              params={{ projectId: project.id }}
              className="after:absolute after:inset-0"
            >
              {project.name}
            </Link>
          </Cell>
          <Cell className="text-ink-2">{platformLabel(project.platform)}</Cell>
          <Cell className="whitespace-nowrap text-ink-2">
            {project.first_event_at === null ? (
              <ConnectLink project={project} />
            ) : (
              <Ago at={project.first_event_at} />
            )}
          </Cell>
          <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">
            <Ago at={project.created_at} />
          </Cell>
          <Cell numeric className="text-ink-2 max-sm:hidden">
            {project.number}
          </Cell>
          <Cell numeric className="text-ink-2 max-sm:hidden">
            {project.ingest_hourly_cap === null ? 'default' : formatCount(project.ingest_hourly_cap)}
          </Cell>
        </tr>
      ))}
    </DataTable>
  )
}
