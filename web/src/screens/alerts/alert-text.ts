import type { Alert } from '../../api/wire.ts'
import { plural } from '../../format/number.ts'
import { formatUtc } from '../../format/time.ts'

/** What kind of thing happened, in a word or three. */
export function alertKind(alert: Alert): string {
  switch (alert.kind) {
    case 'regression':
      return 'Regression'
    case 'cap_reached':
      return 'Ingest cap reached'
    case 'overflow':
      return 'Too many new issues'
  }
}

/** What is worth knowing beside the title, as one sentence without its full stop. */
export function alertText(alert: Alert): string {
  switch (alert.kind) {
    case 'regression':
      return regressionText(alert.details)
    case 'cap_reached':
      return `${plural(alert.details.cap, 'event')} an hour are allowed; the further ones of the hour from ${hourOf(alert.details.hour)} were refused`
    case 'overflow':
      return `${plural(alert.details.limit, 'new issue')} an hour are allowed; the further ones of the hour from ${hourOf(alert.details.hour)} were counted in one issue`
  }
}

function regressionText(details: Extract<Alert, { kind: 'regression' }>['details']): string {
  const { release, resolved_in_release: fix, environment, note } = details
  const where = [release && `in ${release}`, environment && `(${environment})`].filter(Boolean).join(' ')
  const fixed = fix ? `resolved in ${fix}, ` : ''
  return `${fixed}back${where === '' ? '' : ` ${where}`}${note === '' ? '' : `: ${note}`}`
}

/** `14:00 UTC` of the start of an hour. */
function hourOf(iso: string): string {
  return `${formatUtc(iso).slice(11, 16)} UTC`
}
