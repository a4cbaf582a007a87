import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { alertKeys, changeAlert } from '../../api/alerts.ts'
import type { Alert, AlertPage, AlertPatch, AlertView } from '../../api/wire.ts'
import { dismissToast, showToast } from '../../components/overlay/toast.ts'

type Lists = InfiniteData<AlertPage>

interface AlertChange {
  id: string
  change: AlertPatch
  toast: number
  /** What the toast says then. Also called if the reader has left the screen, unlike what `mutate` is given. */
  onMade: () => void
}

const KEY = ['change-alert']

/**
 * Marks an alert: on screen while the server is asked (`useShownAlerts`), for good once it agrees. Can be undone
 * for 5 s.
 */
export function useChangeAlert(): (alert: Alert, change: AlertPatch) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: KEY,
    // One after the other: an undo must not overtake what it takes back.
    scope: { id: 'alerts' },
    mutationFn: ({ id, change }: AlertChange) => changeAlert(id, change),
    onSuccess: (alert, { onMade }) => {
      putAlert(queryClient, alert)
      onMade()
    },
    onError: (error, { toast }) =>
      showToast({ kind: 'failed', text: `Couldn't save. ${error.message}` }, toast),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.all }),
  })
  return (alert, change) => {
    const before = { read: alert.read_at !== null, ignored: alert.ignored }
    const takeBack = () => {
      const undoing = showToast({ kind: 'busy', text: 'Undoing…' })
      const onMade = () => dismissToast(undoing)
      mutate({ id: alert.id, change: before, toast: undoing, onMade })
    }
    const toast = showToast({ kind: 'busy', text: 'Saving…', undo: takeBack })
    const onMade = () => showToast({ kind: 'done', text: describe(change), undo: takeBack }, toast)
    mutate({ id: alert.id, change, toast, onMade })
  }
}

/** Alerts with the changes that wait for the server; those that no longer belong to the view are left out. */
export function useShownAlerts(alerts: Alert[] | undefined, view: AlertView): Alert[] | undefined {
  const pending = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: (mutation) => mutation.state.variables as AlertChange,
  })
  return alerts
    ?.map((alert) =>
      pending
        .filter(({ id }) => id === alert.id)
        .reduce((shown, { change }) => changed(shown, change), alert),
    )
    .filter((alert) => belongs(alert, view))
}

function putAlert(queryClient: QueryClient, answered: Alert): void {
  queryClient.setQueriesData<Lists>({ queryKey: alertKeys.lists }, (lists) => {
    if (!lists) return lists
    const pages = lists.pages.map((page) => ({
      ...page,
      alerts: page.alerts.map((alert) => (alert.id === answered.id ? answered : alert)),
    }))
    return { ...lists, pages }
  })
}

function describe({ ignored, read }: AlertPatch): string {
  if (ignored !== undefined) return ignored ? 'Alert ignored' : 'Alert brought back'
  return read ? 'Alert marked as read' : 'Alert marked as unread'
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
