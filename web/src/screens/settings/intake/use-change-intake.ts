import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProjectIntakePatch } from '#contract/project/intake.ts'
import { changeIntake, intakeQuery } from '../../../api/project/intake.ts'
import { showToast } from '../../../components/overlay/toast.ts'

/** Saves what becomes of what is sent to a project. */
export function useChangeIntake(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectIntakePatch) => changeIntake(projectId, change),
    onSuccess: (changed) => {
      queryClient.setQueryData(intakeQuery(projectId).queryKey, changed)
      showToast({ kind: 'done', text: 'Saved' })
    },
  })
}
