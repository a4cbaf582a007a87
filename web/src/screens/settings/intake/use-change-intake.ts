import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { changeIntake, intakeQuery } from '../../../api/project/intake.ts'
import { showToast } from '../../../components/overlay/toast.ts'

/** Saves one part of what becomes of what is sent to a project. */
export function useChangeIntake<Part extends keyof ProjectIntake>(projectId: string, part: Part) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<ProjectIntake[Part]>) => changeIntake(projectId, { [part]: change }),
    onSuccess: (changed) => {
      queryClient.setQueryData(intakeQuery(projectId).queryKey, changed)
      showToast({ kind: 'done', text: 'Saved' })
    },
  })
}
