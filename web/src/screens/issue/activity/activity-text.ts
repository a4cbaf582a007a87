import type { IssueActivity } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'

const STATUS_VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    resolved: 'resolved it',
    ignored: 'ignored it',
    unresolved: 'reopened it',
    regression: 'marked it as a regression',
  }),
)
const SNOOZE_ENDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    clock: 'time is up',
    events: 'the event threshold was reached',
    users: 'the user threshold was reached',
    status: 'the status was set',
  }),
)

const word = (value: unknown): string => (typeof value === 'string' ? value : '')
const inRelease = (release: string): string => (release === '' ? '' : ` in ${release}`)

/** `web@1.4.2`, or `the release after web@1.4.2`. */
function fixRelease(details: IssueActivity['details']): string {
  return (details.in_next_release === true ? 'the release after ' : '') + word(details.resolved_in_release)
}

/** The actor: the name of a user or a token, otherwise the kind of actor. */
export function actorName({ kind, name, email }: IssueActivity['actor']): string {
  if (kind === 'system') return 'Errata'
  return name || email || (kind === 'token' ? 'A token' : 'A former member')
}

interface Act {
  kind: string
  details: IssueActivity['details']
}

/** The action, as the rest of a sentence that begins with the actor: `resolved it in web@1.4.2`; a regression has none. */
export function activityText(act: Act): string {
  return actText(act) + (act.details.undone === true ? ', then undid it' : '')
}

function actText({ kind, details }: Act): string {
  switch (kind) {
    case 'status_changed': {
      const to = word(details.to)
      return (STATUS_VERBS.get(to) ?? `set it to ${to}`) + inRelease(fixRelease(details))
    }
    case 'resolved_in_release_changed': {
      const release = fixRelease(details)
      return release === '' ? 'removed the release it was resolved in' : `resolved it in ${release}`
    }
    case 'regression':
      return `Regressed${inRelease(word(details.release))}`
    case 'snoozed':
      return snoozeText(details)
    case 'snooze_ended':
      return `ended the snooze: ${SNOOZE_ENDS.get(word(details.reason)) ?? 'it ended'}`
    case 'assigned':
      return assignedText(details)
    case 'merged':
      return details.other === 'parent' ? 'merged it into' : 'merged in'
    case 'split':
      return details.other === 'parent' ? 'split it from' : 'split'
    case 'claimed': {
      const until = word(details.until)
      return until === '' ? 'claimed it' : `claimed it until ${formatUtc(until)}`
    }
    case 'claim_released':
      return 'released the claim'
    case 'fix_verified':
      return `verified the fix${inRelease(word(details.release))}`
    case 'fix_failed':
      return `saw it again in ${word(details.release)}: the fix in ${word(details.fixed_in)} does not work`
    case 'fix_unconfirmed':
      return `could not confirm the fix${inRelease(word(details.release))}: the release was barely used`
    case 'commented':
      return 'commented'
    case 'comment_deleted':
      return 'deleted a comment'
    default:
      return kind.replaceAll('_', ' ')
  }
}

function assignedText({ from, to }: IssueActivity['details']): string {
  if (isPerson(to)) return `assigned this to ${personName(to)}`
  return isPerson(from) ? `unassigned this from ${personName(from)}` : 'unassigned this'
}

function isPerson(value: unknown): value is { name: string; email: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'email' in value
}

/** The other issue of a merge or a split. */
export function otherIssue({ kind, details }: Pick<IssueActivity, 'kind' | 'details'>) {
  if (kind !== 'merged' && kind !== 'split') return undefined
  return { id: word(details.issue_id), title: word(details.title) }
}

function snoozeText({ until, until_count: count, until_users: users }: IssueActivity['details']): string {
  if (typeof until === 'string') return `snoozed it until ${formatUtc(until)}`
  if (typeof count === 'number') return `snoozed it until it has ${plural(count, 'event')}`
  return typeof users === 'number' ? `snoozed it until it has ${plural(users, 'user')}` : 'snoozed it'
}
