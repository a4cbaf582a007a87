import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertKeys, readAllAlerts } from '../../api/alerts.ts'
import { Button, type ButtonSize } from '../../components/form/button.tsx'
import { showToast } from '../../components/overlay/toast.ts'
import { plural } from '../../format/number.ts'

interface ReadAllAlertsProps {
  /** Undefined: of all projects. */
  project: string | undefined
  size?: ButtonSize
  onDone?: () => void
}

export function ReadAllAlerts({ project, size, onDone }: ReadAllAlertsProps) {
  const queryClient = useQueryClient()
  const readAll = useMutation({
    mutationFn: () => readAllAlerts(project),
    onSuccess: ({ updated }) => {
      showToast({ kind: 'done', text: `${plural(updated, 'alert')} marked as read` })
      onDone?.()
    },
    onError: (error) => showToast({ kind: 'failed', text: `Nothing was marked: ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.all }),
  })
  return (
    <Button size={size} disabled={readAll.isPending} onClick={() => readAll.mutate()}>
      Mark all as read
    </Button>
  )
}
