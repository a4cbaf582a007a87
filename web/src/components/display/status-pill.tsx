import type { IssueSummary } from '../../api/wire.ts'
import { snoozeLeft } from '../../format/snooze-left.ts'
import { Icon, type IconName } from '../icon.tsx'
import { useNow } from './time.tsx'

type PillIssue = Pick<
  IssueSummary,
  | 'status'
  | 'snoozed'
  | 'snooze_until'
  | 'snooze_until_count'
  | 'snooze_until_users'
  | 'event_count'
  | 'unique_user_count'
>

interface Look {
  icon: IconName
  className: string
}

type State = 'regression' | 'resolved' | 'ignored' | 'snoozed'

const LOOKS: Record<State, Look> = {
  regression: { icon: 'return', className: 'bg-accent-soft text-accent' },
  resolved: { icon: 'check', className: 'bg-good-soft text-good' },
  ignored: { icon: 'mute', className: 'bg-sunken text-ink-2' },
  snoozed: { icon: 'clock', className: 'bg-sunken text-ink-2' },
}

/** The state of an issue, if it is worth saying: an open one has no pill unless `always`. */
export function StatusPill({ issue, always = false }: { issue: PillIssue; always?: boolean }) {
  // A hold that ended a moment ago is over, whether or not the server has been asked again.
  const left = snoozeLeft(issue, useNow())
  if (left !== undefined) return <StatePill state="snoozed" text={`snoozed · ${left}`} />
  if (issue.status !== 'unresolved') return <StatePill state={issue.status} />
  if (!always) return null
  return (
    <span className="inline-flex rounded-tag border border-line-2 px-[7px] text-tiny font-semibold text-ink-2">
      unresolved
    </span>
  )
}

export function StatePill({ state, text = state }: { state: State; text?: string }) {
  const { icon, className } = LOOKS[state]
  return (
    <span
      className={`inline-flex flex-none items-center gap-[5px] rounded-tag px-[7px] py-px text-tiny font-semibold whitespace-nowrap ${className}`}
    >
      <Icon name={icon} className="size-3" />
      {text}
    </span>
  )
}
