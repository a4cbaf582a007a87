import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeProject,
  type ProjectChange,
  projectQuery,
  usageQuery,
} from '../../api/project/project-settings.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import type { Project } from '../../api/wire.ts'
import { showToast } from '../../components/overlay/toast.ts'

/** Saves a change of a project and shows its new state everywhere. */
export function useChangeProject(project: Project) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) => changeProject(project.id, change),
    onSuccess: (changed) => {
      queryClient.setQueryData(projectQuery(project.id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: usageQuery(project.id).queryKey })
      showToast({ kind: 'done', text: 'Saved' })
    },
  })
}
