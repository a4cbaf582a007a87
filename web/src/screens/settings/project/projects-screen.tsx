import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createProject, type NewProject } from '../../../api/project/project-settings.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { Project } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { platformLabel } from '../../../entities/project/platforms.ts'
import { ProjectFields, readProject } from '../../../entities/project/project-form.tsx'
import { formatCount } from '../../../format/number.ts'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { useRole } from '../../../session/use-role.ts'

export function ProjectsScreen() {
  const query = useQuery(projectsQuery)
  const [creating, setCreating] = useKeptState('new project', false)
  const mayCreate = useRole().may('projects:write')
  return (
    <SettingsPage
      title="Projects"
      end={
        mayCreate && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            <ScreenIcon name="plus" /> New project
          </Button>
        )
      }
    >
      <LoadedList
        query={query}
        rows={query.data}
        what="projects"
        empty={
          <EmptyState title="No projects yet">
            Each project has its own DSN: the address that an application sends its errors to.
            {!mayCreate && ' Owners and admins can create one.'}
          </EmptyState>
        }
      >
        {(projects) => <ProjectTable projects={projects} />}
      </LoadedList>
      <NewProjectDialog open={creating} onOpenChange={setCreating} />
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

/** Above the link that covers the row. */
function ConnectLink({ project }: { project: Project }) {
  return (
    <Link
      to="/projects/$projectId/setup"
      params={{ projectId: project.id }}
      aria-label={`No events yet · Set up ${project.name}`}
      className="relative z-10 text-ink underline underline-offset-2"
    >
      No events yet · Set up
    </Link>
  )
}

function NewProjectDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (project: NewProject) => createProject(project),
    onSuccess: (project) => {
      queryClient.setQueryData(['new-key', project.id], project.keys[0])
      void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
      void navigate({ to: '/projects/$projectId/setup', params: { projectId: project.id } })
    },
  })
  return (
    <FormDialog
      open={props.open}
      onClose={() => props.onOpenChange(false)}
      title="New project"
      description="One project per application."
      run={create}
      onSubmit={(form) => create.mutate(readProject(form))}
      action="Create project"
      busy="Creating…"
    >
      <ProjectFields />
    </FormDialog>
  )
}
