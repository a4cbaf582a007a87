import { LIMITS } from '#contract/limits.ts'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { LinesField } from '../../../components/form/lines-field.tsx'
import { NumberField } from '../../../components/form/number-field.tsx'
import type { KeyLimits } from './key-limits.ts'

interface KeyLimitFieldsProps {
  initial: KeyLimits
  /** What the service said of the form, if it refused it. */
  error: Error | null
}

/** The limits a key can have, as a part of a form; an empty field is not a limit. */
export function KeyLimitFields({ initial, error }: KeyLimitFieldsProps) {
  const errorOf = fieldErrors(error)
  return (
    <>
      <LinesField
        label="Allowed origins"
        name="origins"
        initial={initial.allowed_origins ?? []}
        placeholder={'https://shop.example.com\nhttps://*.example.com'}
        error={errorOf('allowed_origins')}
        hint="One per line. Requests from other pages, and from servers, are rejected. Leave empty to allow all."
      />
      <NumberField
        label="Events per minute from one client"
        name="rate"
        min={1}
        max={LIMITS.clientEventsPerMinuteMax}
        initial={initial.client_events_per_minute}
        placeholder="No limit"
        error={errorOf('client_events_per_minute')}
        hint="Counted per IP address. Behind a proxy, set SVC_TRUST_PROXY first, or all clients count as one."
      />
      <NumberField
        label="Hourly event limit of this key"
        name="cap"
        min={0}
        max={LIMITS.hourlyCapMax}
        initial={initial.hourly_cap}
        placeholder="Project limit only"
        error={errorOf('hourly_cap')}
        hint="Keeps this key from using up the whole project's limit. 0 rejects everything."
      />
    </>
  )
}
