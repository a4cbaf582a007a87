import { HOUR_MS } from '#contract/time.ts'
import { SNOOZE_LASTS } from '#contract/vocabulary.ts'
import type { IssueStatus, IssueSummary, SnoozeMode } from '../api/wire.ts'
import { personName } from '../components/avatar.tsx'
import { plural } from '../format/number.ts'

export interface SnoozeChange {
  kind: 'snooze'
  mode: SnoozeMode
  /** ISO time; with `hours`, in place of 4 hours. */
  until?: string
}

export type Change =
  | {
      kind: 'status'
      status: Exclude<IssueStatus, 'regression'>
      release?: string
      /** Fixed in a release after `release`, of one issue. */
      isNext?: boolean
    }
  | SnoozeChange
  | { kind: 'assign'; assignee: IssueSummary['assignee'] }

/** More issues than these are changed only after a question. */
export const FEW = 100

const NO_HOLD = { snoozed: false, snooze_until: null, snooze_until_count: null, snooze_until_users: null }

/** The issue as the server will most likely answer it, shown before it does. */
export function predict<T extends IssueSummary>(issue: T, change: Change, now: number): T {
  if (change.kind === 'status') {
    const release = change.status === 'resolved' ? (change.release ?? null) : null
    return { ...issue, ...NO_HOLD, status: change.status, resolved_in_release: release }
  }
  if (change.kind === 'assign') return { ...issue, assignee: change.assignee }
  const hold = { ...NO_HOLD, snoozed: true }
  if (change.mode === 'hours')
    return {
      ...issue,
      ...hold,
      snooze_until: change.until ?? new Date(now + SNOOZE_LASTS.hours * HOUR_MS).toISOString(),
    }
  if (change.mode === 'occurrences') {
    return { ...issue, ...hold, snooze_until_count: issue.event_count + SNOOZE_LASTS.events }
  }
  return { ...issue, ...hold, snooze_until_users: issue.unique_user_count + SNOOZE_LASTS.users }
}

/** The issue after Undo. */
export function undone<T extends IssueSummary>(issue: T, change: Change, before: IssueSummary): T {
  if (change.kind === 'assign') return { ...issue, assignee: before.assignee }
  const { status, resolved_in_release, snoozed, snooze_until, snooze_until_count, snooze_until_users } =
    before
  return {
    ...issue,
    status,
    resolved_in_release,
    snoozed,
    snooze_until,
    snooze_until_count,
    snooze_until_users,
  }
}

const ASKING = { resolved: 'Resolve', ignored: 'Ignore', unresolved: 'Reopen' }

/** `Resolve 5,000 issues`: what is asked before many are changed. */
export function describeIntent(count: number, change: Change): string {
  const verb =
    change.kind === 'status' ? ASKING[change.status] : change.kind === 'snooze' ? 'Snooze' : 'Assign'
  return `${verb} ${plural(count, 'issue')}`
}

const DOING = { resolved: 'Resolving', ignored: 'Ignoring', unresolved: 'Reopening' }

/** `Resolving issue…`, `Snoozing 3 issues…`: what is said until the server has answered. */
export function describeAttempt(count: number, change: Change): string {
  const object = count === 1 ? 'issue' : plural(count, 'issue')
  if (change.kind === 'snooze') return `Snoozing ${object}…`
  if (change.kind === 'assign') return `${change.assignee ? 'Assigning' : 'Unassigning'} ${object}…`
  return `${DOING[change.status]} ${object}…`
}

const VERBS = { resolved: 'resolved', ignored: 'ignored', unresolved: 'reopened' }

/** `Issue resolved`, `3 issues snoozed`. */
export function describeChange(count: number, change: Change): string {
  const subject = count === 1 ? 'Issue' : plural(count, 'issue')
  if (change.kind === 'snooze') return `${subject} snoozed`
  if (change.kind === 'assign') {
    return change.assignee ? `${subject} assigned to ${personName(change.assignee)}` : `${subject} unassigned`
  }
  const place =
    change.release === undefined ? '' : ` in ${change.isNext ? 'the release after ' : ''}${change.release}`
  return `${subject} ${VERBS[change.status]}${place}`
}
