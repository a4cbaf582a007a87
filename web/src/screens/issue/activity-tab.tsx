import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { issueActivityQuery } from '../../api/issues.ts'
import type { IssueActivity, IssueSummary } from '../../api/wire.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { formatUtc } from '../../format/time.ts'
import { activityText, actorName } from './activity-text.ts'

const ICONS: Record<string, IconName> = {
  regression: 'return',
  snoozed: 'clock',
  snooze_ended: 'clock',
  ignored: 'mute',
  resolved: 'check',
}

/** Who did what to the issue, the latest first; at its end, how it began. */
export function ActivityTab({ issue }: { issue: IssueSummary }) {
  const { data, error, refetch } = useQuery(issueActivityQuery(issue.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const release = issue.first_release === '' ? '' : ` in ${issue.first_release}`
  return (
    <ol className="mt-2" aria-label="Activity">
      {data.activity.map((line) => (
        <Line key={line.id} icon={iconOf(line)} at={line.at} actor={actorName(line.actor)}>
          {activityText(line)}
        </Line>
      ))}
      <Line icon="alert" at={issue.first_seen_at} actor="Errata">
        saw it for the first time{release}
      </Line>
    </ol>
  )
}

function iconOf({ kind, details }: IssueActivity): IconName {
  return ICONS[kind === 'status_changed' ? String(details.to) : kind] ?? 'refresh'
}

function Line(props: { icon: IconName; at: string; actor: string; children: ReactNode }) {
  const { icon, at, actor, children } = props
  return (
    <li className="flex items-baseline gap-2.5 border-t border-line py-2.5 first:border-t-0">
      <Icon name={icon} className="translate-y-[2px] text-ink-3" />
      <span className="min-w-0 flex-1 break-words">
        <b className="font-semibold">{actor}</b> <span className="text-ink-2">{children}</span>
      </span>
      <span className="flex-none text-small text-ink-3">
        <span className="mr-2 hidden md:inline">{formatUtc(at)}</span>
        <Ago at={at} />
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <div className="appear-late grid gap-3 pt-4">
      <LoadingNote what="the activity" />
      <Skeleton className="h-5" />
      <Skeleton className="h-5" />
    </div>
  )
}
