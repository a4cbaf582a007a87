import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../api/project/projects.ts'
import type { Alert } from '../../api/wire.ts'
import { Avatar } from '../../components/avatar.tsx'
import { classNames } from '../../components/class-names.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { StatePill } from '../../components/display/status-pill.tsx'
import { Ago } from '../../components/display/time.tsx'
import { Button } from '../../components/form/button.tsx'
import { AlertIcon } from '../../entities/alert/alert-icon.tsx'
import { AlertLink } from '../../entities/alert/alert-link.tsx'
import { type AlertFact, alertFacts, alertKind, alertText } from '../../entities/alert/alert-text.ts'
import { useChangeAlert } from '../../entities/alert/use-change-alert.ts'
import { usePassedFocus } from '../../entities/alert/use-passed-focus.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { ResolveIssue } from './resolve-issue.tsx'

/** One alert in two lines; its title links to its subject, and marks it as read. */
export function AlertRow({ alert }: { alert: Alert }) {
  const change = useChangeAlert()
  const row = usePassedFocus()
  const read = alert.read_at !== null
  const unread = !read && !alert.ignored
  return (
    <li
      ref={row}
      className="relative flex items-center gap-x-3 border-b border-line py-2.5 pr-1 pl-3 hover:bg-hover max-md:flex-wrap max-md:items-start"
    >
      {unread && (
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-0 w-[3px] bg-accent forced-color-adjust-none"
        />
      )}
      <AlertIcon alert={alert} className={unread ? 'text-accent' : 'text-ink-3'} />
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-4rem)]">
        <Title alert={alert} unread={unread} onVisit={() => unread && change(alert, { read: true })} />
        <p className="mt-0.5 line-clamp-2 text-small break-words text-ink-3">
          <ProjectName id={alert.project_id} />
          <EventText>{alertText(alert)}</EventText>
        </p>
        <Facts facts={alertFacts(alert)} />
      </div>
      {alert.assignee && <Avatar person={alert.assignee} titled />}
      <Ago
        at={alert.fired_at}
        className="relative z-10 w-20 flex-none text-right text-small text-ink-2 max-md:ml-[25px] max-md:flex-1 max-md:self-center max-md:text-left max-md:whitespace-nowrap"
      />
      <div className="relative z-10 flex flex-none justify-end gap-1 max-md:ml-auto md:min-w-[16.5rem]">
        <IssueAction alert={alert} />
        {!alert.ignored && (
          <Button
            size="small"
            kind="quiet"
            onClick={() => change(alert, { read: !read })}
            aria-label={showHidden(`Mark ${read ? 'unread' : 'read'}: ${alert.title}`)}
          >
            Mark {read ? 'unread' : 'read'}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          onClick={() => change(alert, { ignored: !alert.ignored })}
          aria-label={showHidden(`${alert.ignored ? 'Bring back' : 'Ignore'}: ${alert.title}`)}
        >
          {alert.ignored ? 'Bring back' : 'Ignore'}
        </Button>
      </div>
    </li>
  )
}

/** Says that the issue is resolved already, or resolves it. */
function IssueAction({ alert }: { alert: Alert }) {
  if (alert.issue_id === null || alert.ignored) return null
  if (alert.issue?.status !== 'resolved') return <ResolveIssue alert={alert} issueId={alert.issue_id} />
  return (
    <span className="flex items-center px-2">
      <StatePill state="resolved" />
    </span>
  )
}

function Facts({ facts }: { facts: AlertFact[] }) {
  if (facts.length === 0) return null
  return (
    <p className="mt-0.5 line-clamp-3 text-small break-words text-ink-3">
      {facts.map((fact, index) => (
        // An age or a number is not broken in two.
        <span key={typeof fact === 'string' ? fact : fact.label}>
          {index > 0 && ' · '}
          <span className="inline-block max-w-full">
            {typeof fact === 'string' ? (
              <EventText>{fact}</EventText>
            ) : (
              <>
                {fact.label} <Ago at={fact.at} className="relative z-10" />
              </>
            )}
          </span>
        </span>
      ))}
    </p>
  )
}

function Title({ alert, unread, onVisit }: { alert: Alert; unread: boolean; onVisit: () => void }) {
  const className = classNames(
    'block after:absolute after:inset-0 max-md:line-clamp-2 max-md:wrap-anywhere md:truncate',
    unread ? 'font-semibold' : 'font-medium text-ink-2',
  )
  return (
    <AlertLink alert={alert} onVisit={onVisit} className={className}>
      {unread && <span className="sr-only">Unread: </span>}
      <span className={unread ? 'text-accent' : ''}>{alertKind(alert)}</span> ·{' '}
      <EventText>{alert.title}</EventText>
    </AlertLink>
  )
}

function ProjectName({ id }: { id: string }) {
  const { data: projects } = useQuery(projectsQuery)
  const project = projects?.find((candidate) => candidate.id === id)
  return project ? `${project.name} · ` : ''
}
