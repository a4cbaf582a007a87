import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../api/project/projects.ts'
import type { Alert } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { IconButton } from '../../components/form/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { AlertIcon } from '../../entities/alert/alert-icon.tsx'
import { AlertLink } from '../../entities/alert/alert-link.tsx'
import { alertKind, alertText } from '../../entities/alert/alert-text.ts'
import { useChangeAlert } from '../../entities/alert/use-change-alert.ts'
import { usePassedFocus } from '../../entities/alert/use-passed-focus.ts'
import { showHidden } from '../../format/show-hidden.ts'

/** An unread alert: what happened to which issue, the numbers, the project and when. */
export function AlertPanelRow({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const change = useChangeAlert()
  const row = usePassedFocus()
  const { data: projects } = useQuery(projectsQuery)
  const project = projects?.find(({ id }) => id === alert.project_id)?.name
  const visit = () => {
    change(alert, { read: true })
    onClose()
  }
  return (
    <li
      ref={row}
      className="relative flex gap-2.5 border-b border-line px-2 py-2 last:border-0 hover:bg-hover"
    >
      <AlertIcon alert={alert} className="mt-[3px] text-accent" />
      <div className="min-w-0 flex-1">
        <AlertLink
          alert={alert}
          onVisit={visit}
          className="line-clamp-2 font-semibold break-words after:absolute after:inset-0"
        >
          <span className="text-accent">{alertKind(alert)}</span> · <EventText>{alert.title}</EventText>
        </AlertLink>
        <p className="mt-0.5 line-clamp-3 text-small break-words text-ink-2">
          <EventText>{alertText(alert)}</EventText>
        </p>
        <p className="mt-0.5 flex gap-1 text-small text-ink-3">
          {project !== undefined && (
            <span className="truncate">
              <EventText>{project}</EventText>
            </span>
          )}
          {project !== undefined && <span aria-hidden="true">·</span>}
          <Ago at={alert.fired_at} className="flex-none" />
        </p>
      </div>
      <IconButton
        size="small-icon"
        label={showHidden(`Mark read: ${alert.title}`)}
        className="relative z-10"
        onClick={() => change(alert, { read: true })}
      >
        <Icon name="check" />
      </IconButton>
    </li>
  )
}
