import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertKeys, changeAlert } from '../../api/alerts.ts'
import { issueQuery } from '../../api/issues.ts'
import type { Alert } from '../../api/wire.ts'
import { Button } from '../../components/form/button.tsx'
import { showToast } from '../../components/overlay/toast.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { useRole } from '../../session/use-role.ts'
import { useTriage } from '../../triage/use-triage.ts'

/** Resolves the issue of an alert, which is read with that. */
export function ResolveIssue({ alert, issueId }: { alert: Alert; issueId: string }) {
  const queryClient = useQueryClient()
  const triage = useTriage()
  const resolve = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...issueQuery(issueId), staleTime: 0 }),
    onSuccess: (issue) => {
      if (issue.status === 'resolved') showToast({ kind: 'done', text: 'The issue is already resolved' })
      else triage([issue], { kind: 'status', status: 'resolved' })
      return readQuietly()
    },
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't resolve the issue: ${error.message}` }),
  })
  // The issue is what matters; an alert that stays unread says so itself.
  const readQuietly = async () => {
    await changeAlert(alert.id, { read: true }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: alertKeys.all })
  }
  if (!useRole().may('issues:triage')) return null
  return (
    <Button
      size="small"
      kind="quiet"
      disabled={resolve.isPending}
      onClick={() => resolve.mutate()}
      aria-label={showHidden(`Resolve: ${alert.title}`)}
    >
      Resolve
    </Button>
  )
}
