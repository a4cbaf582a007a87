import { isComparison } from '#contract/issue/regression-text.ts'
import type { Alert } from '../../api/wire.ts'
import { plural } from '../../format/number.ts'
import { formatUtc } from '../../format/time.ts'

/** The kind of alert, in one to three words. */
export function alertKind(alert: Alert): string {
  switch (alert.kind) {
    case 'regression':
      return 'Regression'
    case 'cap_reached':
      return 'Hourly limit reached'
    case 'overflow':
      return 'Too many new issues'
    case 'velocity_spike':
      return 'Spike'
    case 'custom_rule':
      return alert.details.rule.name
    case 'webhook_disabled':
      return 'Webhook disabled'
  }
}

/** The alert's details, as one sentence without its full stop. */
export function alertText(alert: Alert): string {
  switch (alert.kind) {
    case 'regression':
      return regressionText(alert.details)
    case 'cap_reached':
      return `${plural(alert.details.cap, 'event')} an hour${alert.details.dsn_key_id === undefined ? '' : ' for this key'}; further events in the hour from ${hourOf(alert.details.hour)} were rejected`
    case 'overflow':
      return `${plural(alert.details.limit, 'new issue')} an hour; further new errors in the hour from ${hourOf(alert.details.hour)} are counted in this issue. Fix their source, or raise SVC_NEW_ISSUES_PER_HOUR`
    case 'velocity_spike':
    case 'custom_rule':
      return alert.details.reason
    case 'webhook_disabled':
      return disabledText(alert.details)
  }
}

/** A text, or one before a time that is shown by its age. */
export type AlertFact = string | { label: string; at: string }

/** The circumstances in which a rule fired, and how often and for whom the issue has happened. */
export function alertFacts(alert: Alert): AlertFact[] {
  return [...ruleFacts(alert), ...issueFacts(alert.issue)]
}

function ruleFacts(alert: Alert): AlertFact[] {
  if (alert.kind !== 'velocity_spike' && alert.kind !== 'custom_rule') return []
  const { rule, times_fired: times, release, environment, first_fired_at: since } = alert.details
  return [
    ...(alert.kind === 'velocity_spike' ? [`rule “${rule.name}”`] : []),
    ...(times > 1 ? [{ label: `fired ${times} times, first`, at: since }] : []),
    ...[release, environment].filter((text) => text !== ''),
  ]
}

function issueFacts(issue: Alert['issue']): AlertFact[] {
  if (!issue) return []
  const { event_count: events, unique_user_count: users, first_seen_at: since } = issue
  return [
    `${plural(events, 'event')} and ${plural(users, 'user')} so far`,
    { label: 'first seen', at: since },
  ]
}

function regressionText(details: Extract<Alert, { kind: 'regression' }>['details']): string {
  const { release, resolved_in_release: fix, environment, note } = details
  const shownNote = isComparison(note) ? '' : note
  const where = [release && `in ${release}`, environment && `(${environment})`].filter(Boolean).join(' ')
  const fixed = fix ? `resolved in ${fix}, ` : ''
  return `${fixed}back${where === '' ? '' : ` ${where}`}${shownNote === '' ? '' : `: ${shownNote}`}`
}

function disabledText({
  reason,
  failing_since,
}: Extract<Alert, { kind: 'webhook_disabled' }>['details']): string {
  if (reason === 'gone')
    return 'the receiver answered 410 (gone); resume the webhook in the settings once that is fixed'
  return `no delivery has succeeded since ${formatUtc(failing_since)}; resume the webhook in the settings once the receiver works`
}

/** `14:00 UTC` of the start of an hour. */
function hourOf(iso: string): string {
  return `${formatUtc(iso).slice(11, 16)} UTC`
}
