import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { alertsQuery, unreadAlertsQuery } from '../../api/alerts.ts'
import type { AlertView } from '../../api/wire.ts'
import { LoadedList } from '../../components/display/loaded-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TAB_CLASS, TabBar, TabCount } from '../../components/tab-bar.tsx'
import { ReadAllAlerts } from '../../entities/alert/read-all-alerts.tsx'
import { useShownAlerts } from '../../entities/alert/use-change-alert.ts'
import { formatCount } from '../../format/number.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { AlertRow } from './alert-row.tsx'
import { ALERT_TABS } from './alerts-search.ts'

const route = getRouteApi('/signed-in/alerts')

/** The alerts: regressions, reached limits and fired rules. */
export function AlertsScreen() {
  usePageTitle('Alerts')
  const { view = 'unread', project } = route.useSearch()
  const unread = useUnread(project)
  return (
    <div className="mx-auto max-w-page">
      <div className="flex min-h-[3.625rem] items-center gap-3 pt-3 pb-2">
        <h1 className="flex-1 text-title font-semibold tracking-tight">Alerts</h1>
        {unread !== undefined && <ReadAllAlerts project={project} />}
      </div>
      <TabBar label="View">
        {ALERT_TABS.map((tab) => (
          <Link
            key={tab.view}
            to="/alerts"
            search={(current) => ({ ...current, view: tab.view === 'unread' ? undefined : tab.view })}
            aria-current={tab.view === view ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, explicitUndefined: true }}
            className={TAB_CLASS}
          >
            {tab.label}
            {tab.view === 'unread' && <TabCount>{unread}</TabCount>}
          </Link>
        ))}
      </TabBar>
      <AlertList view={view} project={project} />
    </div>
  )
}

/** How many alerts are unread, of the project that is shown or of all; undefined for none. */
function useUnread(project: string | undefined): string | undefined {
  const ofAll = useQuery({ ...unreadAlertsQuery, enabled: project === undefined }).data
  const list = useInfiniteQuery({
    ...alertsQuery({ view: 'unread', project }),
    enabled: project !== undefined,
  })
  const count = project === undefined ? ofAll : list.data?.pages.flatMap((page) => page.alerts).length
  if (!count) return undefined
  return `${formatCount(count)}${project !== undefined && list.hasNextPage ? '+' : ''}`
}

function AlertList({ view, project }: { view: AlertView; project: string | undefined }) {
  const query = useInfiniteQuery(alertsQuery({ view, project }))
  const alerts = useShownAlerts(
    query.data?.pages.flatMap((page) => page.alerts),
    view,
  )
  return (
    <LoadedList query={query} rows={alerts} what="alerts" empty={<Nothing view={view} />}>
      {(shown) => (
        <ul aria-label="Alerts">
          {shown.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </LoadedList>
  )
}

function Nothing({ view }: { view: AlertView }) {
  if (view === 'unread') {
    return (
      <EmptyState icon="check" title="No unread alerts">
        Regressions, alert rules that fire and reached limits show up here.
      </EmptyState>
    )
  }
  return <EmptyState title={view === 'ignored' ? 'No ignored alerts' : 'No alerts yet'} />
}
