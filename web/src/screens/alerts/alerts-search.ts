import type { AlertView } from '../../api/wire.ts'
import { oneOf, text } from '../../url/router-search.ts'

export const ALERT_TABS = [
  { view: 'unread', label: 'Unread' },
  { view: 'all', label: 'All' },
  { view: 'ignored', label: 'Ignored' },
] as const satisfies { view: AlertView; label: string }[]

/** The URL of the alerts: absent is the view of the unread ones, of all projects. */
export interface AlertsSearch {
  view?: AlertView
  project?: string
}

export function parseAlertsSearch(search: Record<string, unknown>): AlertsSearch {
  const view = oneOf(['all', 'ignored'] as const, search.view)
  const project = text(search.project)
  return { ...(view !== undefined && { view }), ...(project !== undefined && { project }) }
}
