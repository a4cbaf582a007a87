import { useQuery } from '@tanstack/react-query'
import { issueAlertsQuery } from '../../../api/alerts.ts'
import { Card } from '../../../components/card.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { alertKind } from '../../../entities/alert/alert-text.ts'

/** What was told about the issue by itself; nothing if nothing was. */
export function AlertsCard({ issueId }: { issueId: string }) {
  const { data: alerts } = useQuery(issueAlertsQuery(issueId))
  if (!alerts || alerts.length === 0) return null
  return (
    <Card title="Alerts">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 text-code">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">{alertKind(alert)}</span>
            <Ago at={alert.fired_at} className="flex-none text-small text-ink-3" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
