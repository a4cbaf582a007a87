import type { ReactNode } from 'react'
import type { FacetValue } from '../../api/wire.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { EventText } from './event-text.tsx'

interface MeterProps {
  facet: FacetValue
  total: number
  mono?: boolean
  /** The value as a link; default plain text. */
  link?: ReactNode
}

/** A share of a whole as a labelled bar. */
export function Meter({ facet, total, mono = false, link }: MeterProps) {
  const percent = total === 0 ? 0 : (facet.count / total) * 100
  const shown = percent > 0 && percent < 1 ? '< 1 %' : `${Math.round(percent)} %`
  return (
    <div className="mb-2 grid grid-cols-[1fr_auto] gap-x-2 gap-y-0.5 text-code last:mb-0">
      <span className={mono ? 'truncate font-mono text-small' : 'truncate'} title={showHidden(facet.value)}>
        {link ?? <EventText>{facet.value === '' ? '(none)' : facet.value}</EventText>}
      </span>
      <span className="num text-ink-2">{shown}</span>
      <span className="col-span-full h-[5px] overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-bar" style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}
