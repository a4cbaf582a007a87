import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeProject, type ProjectChange } from '../../api/project/project-settings.ts'
import type { Project } from '../../api/wire.ts'
import { showToast } from '../../components/overlay/toast.ts'

/** Saves a change of a project and shows its new state everywhere. */
export function useChangeProject(project: Project) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) => changeProject(project.id, change),
    onSuccess: (changed) => {
      queryClient.setQueryData(['project', project.id], changed)
      void queryClient.invalidateQueries({ queryKey: ['projects'] })
      void queryClient.invalidateQueries({ queryKey: ['usage', project.id] })
      showToast({ kind: 'done', text: 'Saved' })
    },
  })
}
