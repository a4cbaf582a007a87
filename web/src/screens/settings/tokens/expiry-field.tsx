import { DAY_MS } from '#contract/time.ts'
import { useNow } from '../../../components/display/time.tsx'
import { Select } from '../../../components/form/select.tsx'
import { formatDay } from '../../../format/day.ts'

const EXPIRIES = [
  { value: '30', label: '30 days', days: 30 },
  { value: '90', label: '90 days', days: 90 },
  { value: '365', label: '1 year', days: 365 },
  { value: 'never', label: 'Never', days: undefined },
] as const

export type Expiry = (typeof EXPIRIES)[number]['value']
export const EXPIRY_PRESET: Expiry = '90'

/** Days from now; undefined: it never expires. */
export function daysOf(expiry: Expiry): number | undefined {
  return EXPIRIES.find(({ value }) => value === expiry)?.days
}

interface ExpiryFieldProps {
  value: Expiry
  onChange: (value: Expiry) => void
}

export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const now = useNow()
  const days = daysOf(value)
  return (
    <div>
      <span className="mb-1 block font-medium">Expires</span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select label="Expires" size="large" whole value={value} choices={EXPIRIES} onChange={onChange} />
        <span className="text-small text-ink-3">
          {days === undefined
            ? 'Works until someone revokes it.'
            : `Works until ${formatDay(now + days * DAY_MS)}.`}
        </span>
      </div>
    </div>
  )
}
