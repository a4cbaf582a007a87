import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsQuery } from '../../api/alerts.ts'
import { LoadedList } from '../../components/display/loaded-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { ReadAllAlerts } from '../../entities/alert/read-all-alerts.tsx'
import { useShownAlerts } from '../../entities/alert/use-change-alert.ts'
import { formatCount, plural } from '../../format/number.ts'
import { AlertPanelRow } from './alert-panel-row.tsx'

/** More are on the page of the alerts. */
const SHOWN = 10

/** The newest unread alerts of all projects. They come and go while it is open. */
export function AlertPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { data, error, refetch } = useInfiniteQuery(alertsQuery({ view: 'unread', project: undefined }))
  const alerts = useShownAlerts(
    data?.pages.flatMap((page) => page.alerts),
    'unread',
  )
  return (
    <div className="flex max-h-[min(35rem,calc(var(--available-height)-0.875rem))] flex-col">
      <div className="flex min-h-9 items-center gap-2 pl-2">
        <h2 className="flex-1 font-semibold">Unread alerts</h2>
        {unread > 0 && <ReadAllAlerts project={undefined} size="small" onDone={onClose} />}
      </div>
      <p role="status" className="sr-only">
        {unread === 0 ? 'No unread alerts' : plural(unread, 'unread alert')}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto border-y border-line">
        <LoadedList query={{ error, refetch }} rows={alerts} what="alerts" empty={<NothingUnread />}>
          {(shown) => (
            <ul aria-label="Unread alerts">
              {shown.slice(0, SHOWN).map((alert) => (
                <AlertPanelRow key={alert.id} alert={alert} onClose={onClose} />
              ))}
            </ul>
          )}
        </LoadedList>
      </div>
      <Link
        to="/alerts"
        search={unread > SHOWN ? {} : { view: 'all' }}
        onClick={onClose}
        className="mt-1.5 rounded-control p-1.5 text-center font-medium text-ink-2 hover:bg-sunken hover:text-ink"
      >
        {unread > SHOWN ? `See all ${formatCount(unread)} unread alerts` : 'See all alerts'}
      </Link>
    </div>
  )
}

function NothingUnread() {
  return (
    <p className="flex items-center justify-center gap-2 px-3 py-8 text-ink-2">
      <Icon name="check" className="text-good" /> You have read all alerts.
    </p>
  )
}
