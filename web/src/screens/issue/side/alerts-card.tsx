import { useQuery } from '@tanstack/react-query'
import { issueAlertsQuery } from '../../../api/alerts.ts'
import { Card } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { alertKind, alertText } from '../../../entities/alert/alert-text.ts'

/** The latest alerts of an issue, each with why it fired; no card if there are none. */
export function AlertsCard({ issueId }: { issueId: string }) {
  const { data: alerts } = useQuery(issueAlertsQuery(issueId))
  if (!alerts || alerts.length === 0) return null
  return (
    <Card title="Alerts">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-code">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate">{alertKind(alert)}</span>
              <Ago at={alert.fired_at} className="flex-none text-small text-ink-3" />
            </p>
            <p className="text-small break-words text-ink-3">
              <EventText>{alertText(alert)}</EventText>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
