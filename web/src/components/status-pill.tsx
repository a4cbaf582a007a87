import type { IssueSummary } from '../api/wire.ts'
import { formatCount } from '../format/number.ts'
import { formatRemaining } from '../format/time.ts'
import { Icon, type IconName } from './icon.tsx'
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

const LOOKS: Record<'regression' | 'resolved' | 'ignored' | 'snoozed', Look> = {
  regression: { icon: 'return', className: 'bg-accent-soft text-accent' },
  resolved: { icon: 'check', className: 'bg-good-soft text-good' },
  ignored: { icon: 'mute', className: 'bg-sunken text-ink-2' },
  snoozed: { icon: 'clock', className: 'bg-sunken text-ink-2' },
}

/** What is left of a snooze hold, e.g. `3 h left`, `88 events left`. */
function remaining(issue: PillIssue, now: number): string {
  if (issue.snooze_until !== null) return `${formatRemaining(Date.parse(issue.snooze_until) - now)} left`
  if (issue.snooze_until_count !== null) {
    return `${formatCount(Math.max(1, issue.snooze_until_count - issue.event_count))} events left`
  }
  const users = (issue.snooze_until_users ?? 0) - issue.unique_user_count
  return `${formatCount(Math.max(1, users))} users left`
}

/** The state of an issue, where it is worth saying: an open one has no pill unless `always`. */
export function StatusPill({ issue, always = false }: { issue: PillIssue; always?: boolean }) {
  const now = useNow()
  // A hold that ended a moment ago is over, whether or not the server has been asked again.
  const over = issue.snooze_until !== null && Date.parse(issue.snooze_until) <= now
  if (issue.snoozed && !over) return <Pill {...LOOKS.snoozed} text={`snoozed · ${remaining(issue, now)}`} />
  if (issue.status !== 'unresolved') return <Pill {...LOOKS[issue.status]} text={issue.status} />
  if (!always) return null
  return (
    <span className="inline-flex rounded-tag border border-line-2 px-[7px] text-tiny font-semibold text-ink-2">
      unresolved
    </span>
  )
}

function Pill({ icon, className, text }: Look & { text: string }) {
  return (
    <span
      className={`inline-flex flex-none items-center gap-[5px] rounded-tag px-[7px] py-px text-tiny font-semibold whitespace-nowrap ${className}`}
    >
      <Icon name={icon} className="size-3" />
      {text}
    </span>
  )
}
