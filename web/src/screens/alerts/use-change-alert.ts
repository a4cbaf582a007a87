import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertFilter, changeAlert } from '../../api/alerts.ts'
import type { Alert, AlertPage, AlertPatch, AlertView } from '../../api/wire.ts'
import { showToast } from '../../components/toast.ts'

type Lists = InfiniteData<AlertPage>

/**
 * Marks an alert, at once on screen and then on the server; it leaves the view it no longer belongs to. Can be
 * taken back for 5 s.
 */
export function useChangeAlert(): (alert: Alert, change: AlertPatch) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id, change }: { id: string; change: AlertPatch }) => changeAlert(id, change),
    onMutate: async ({ id, change }) => {
      await queryClient.cancelQueries({ queryKey: ['alerts', 'list'] })
      const lists = queryClient.getQueriesData<Lists>({ queryKey: ['alerts', 'list'] })
      for (const [key, data] of lists) {
        const { view } = key[2] as AlertFilter
        if (data) queryClient.setQueryData(key, withChange(data, view, { id, change }))
      }
      return { lists }
    },
    onError: (error, _, context) => {
      for (const [key, data] of context?.lists ?? []) queryClient.setQueryData(key, data)
      showToast({ kind: 'failed', text: `The alert was not changed: ${error.message}` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['alerts'] }),
  })
  return (alert, change) => {
    mutate({ id: alert.id, change })
    const before = { read: alert.read_at !== null, ignored: alert.ignored }
    showToast({
      kind: 'done',
      text: describe(change),
      undo: () => mutate({ id: alert.id, change: before }),
    })
  }
}

function describe({ ignored, read }: AlertPatch): string {
  if (ignored !== undefined) return ignored ? 'Alert ignored' : 'Alert brought back'
  return read ? 'Alert marked as read' : 'Alert marked as unread'
}

function withChange(
  lists: Lists,
  view: AlertView,
  { id, change }: { id: string; change: AlertPatch },
): Lists {
  const pages = lists.pages.map((page) => ({
    ...page,
    alerts: page.alerts
      .map((alert) => (alert.id === id ? changed(alert, change) : alert))
      .filter((alert) => alert.id !== id || belongs(alert, view)),
  }))
  return { ...lists, pages }
}

function changed(alert: Alert, { read, ignored }: AlertPatch): Alert {
  return {
    ...alert,
    ...(read !== undefined && { read_at: read ? new Date().toISOString() : null }),
    ...(ignored !== undefined && { ignored }),
  }
}

function belongs(alert: Alert, view: AlertView): boolean {
  if (view === 'all') return true
  return view === 'ignored' ? alert.ignored : !alert.ignored && alert.read_at === null
}
