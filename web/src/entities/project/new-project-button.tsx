import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createProject, type NewProject, newKeyQuery } from '../../api/project/project-settings.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import { Button } from '../../components/form/button.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import { useKeptState } from '../../session/use-kept-state.ts'
import { useRole } from '../../session/use-role.ts'
import { ProjectFields, readProject } from './project-form.tsx'

/** Opens the dialog that creates a project and leads to its setup; nothing for those who may not. */
export function NewProjectButton() {
  const [creating, setCreating] = useKeptState('new project', false)
  if (!useRole().may('projects:write')) return null
  return (
    <>
      <Button kind="primary" onClick={() => setCreating(true)}>
        <ScreenIcon name="plus" /> New project
      </Button>
      <NewProjectDialog open={creating} onOpenChange={setCreating} />
    </>
  )
}

function NewProjectDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (project: NewProject) => createProject(project),
    onSuccess: (project) => {
      queryClient.setQueryData(newKeyQuery(project.id).queryKey, project.keys[0])
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
