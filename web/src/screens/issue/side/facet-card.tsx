import type { ReactNode } from 'react'
import type { FacetValue } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { Meter } from '../../../components/display/meter.tsx'
import { formatCount, plural } from '../../../format/number.ts'

const SHOWN = 6

interface FacetCardProps {
  title: string
  values: FacetValue[]
  /** Events with values that are not listed. */
  other: number | undefined
  /** All events of the issue, with the property or without. */
  events: number
  mono?: boolean
  /** A value that leads somewhere. */
  linkTo?: (value: string) => ReactNode
}

/** How often an issue's events have each value of a property. */
export function FacetCard({ title, values, other = 0, events, mono = false, linkTo }: FacetCardProps) {
  if (values.length === 0) return null
  const total = values.reduce((sum, { count }) => sum + count, other)
  return (
    <Card title={title}>
      {total < events && (
        <p className="-mt-1 mb-2 text-small text-ink-3">
          In {formatCount(total)} of {plural(events, 'event')}
        </p>
      )}
      {values.slice(0, SHOWN).map((value) => (
        <Meter key={value.value} facet={value} total={total} mono={mono} link={linkTo?.(value.value)} />
      ))}
      {values.length > SHOWN && (
        <p className="text-small text-ink-3">
          and {values.length - SHOWN} more
          {other > 0 && `, and ${plural(other, 'event')} with other values`}
        </p>
      )}
    </Card>
  )
}
