import { useQuery } from '@tanstack/react-query'
import { unreadAlertsQuery } from '../api/alerts.ts'
import { formatShortCount } from '../format/number.ts'

/** How many alerts wait to be read. */
export function UnreadBadge() {
  const { data: unread } = useQuery(unreadAlertsQuery)
  if (!unread) return null
  return (
    <small className="ml-1 text-small text-accent tabular-nums">
      {formatShortCount(unread)}
      <span className="sr-only"> unread</span>
    </small>
  )
}
