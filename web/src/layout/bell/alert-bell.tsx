import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unreadAlertsQuery } from '../../api/alerts.ts'
import { Icon } from '../../components/icon.tsx'
import { lazyRetry } from '../../components/overlay/lazy-retry.tsx'
import { Popover } from '../../components/overlay/popover.tsx'
import { formatCount, formatShortCount } from '../../format/number.ts'

const AlertPanel = lazyRetry(() => import('./alert-panel.tsx').then((module) => module.AlertPanel))

/** How many alerts are unread, in all projects; opens the newest of them, whatever screen is open. */
export function AlertBell() {
  const { data: unread = 0 } = useQuery(unreadAlertsQuery)
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Unread alerts"
      label={unread === 0 ? 'No unread alerts' : `Alerts: ${formatCount(unread)} unread`}
      wide
      button={
        <span className="relative">
          <Icon name="bell" className="size-4" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute -top-2.5 left-2 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums"
            >
              {formatShortCount(unread)}
            </span>
          )}
        </span>
      }
    >
      <AlertPanel unread={unread} onClose={() => setOpen(false)} />
    </Popover>
  )
}
