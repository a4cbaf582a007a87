import type { DsnKey } from '../../../api/wire.ts'
import { numberIn, textIn } from '../../../components/form/number-field.tsx'
import { formatCount, plural } from '../../../format/number.ts'

export type KeyLimits = Pick<DsnKey, 'hourly_cap' | 'allowed_origins' | 'client_events_per_minute'>

export const NO_LIMITS: KeyLimits = {
  hourly_cap: null,
  allowed_origins: null,
  client_events_per_minute: null,
}

/** Offered for a key in a web page: more than a broken page sends, and far less than a flood. */
export const PAGE_LIMITS: KeyLimits = { ...NO_LIMITS, client_events_per_minute: 60 }

/** The limits in a form; an empty field is not a limit. Origins are apart by spaces, commas or lines. */
export function limitsIn(form: FormData): KeyLimits {
  const origins = textIn(form, 'origins')
    .split(/[\s,]/)
    .filter((origin) => origin !== '')
  return {
    hourly_cap: numberIn(form, 'cap'),
    allowed_origins: origins.length === 0 ? null : origins,
    client_events_per_minute: numberIn(form, 'rate'),
  }
}

/** The limits of a key in a few words; undefined if it has none. */
export function limitsText(limits: KeyLimits): string | undefined {
  const { hourly_cap: cap, allowed_origins: origins, client_events_per_minute: rate } = limits
  const parts = [
    cap !== null && `${formatCount(cap)}/h`,
    rate !== null && `${formatCount(rate)}/min per client`,
    origins !== null && (origins.length === 1 ? origins[0] : plural(origins.length, 'origin')),
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : parts.join(' · ')
}
