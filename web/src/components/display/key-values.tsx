import { useState } from 'react'
import type { Json } from '../../api/wire.ts'
import { formatCount } from '../../format/number.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { Button } from '../form/button.tsx'
import { EventText } from './event-text.tsx'
import { JsonTree } from './json-tree.tsx'

const FIRST_ROWS = 50
const MORE_ROWS = 500

/** A value of unknown shape as text; event data is hostile, so it is never anything but text. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

interface KeyValuesProps {
  values: [string, Json][]
  label: string
  /** The values are sentences, not data. */
  prose?: boolean
}

/** Names and values, one pair per line; of many the first. */
export function KeyValues({ values, label, prose = false }: KeyValuesProps) {
  const [rows, setRows] = useState(FIRST_ROWS)
  const left = Math.min(values.length - rows, MORE_ROWS)
  return (
    <>
      <dl
        aria-label={label}
        className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] overflow-hidden rounded-field border border-line bg-surface text-code"
      >
        {values.slice(0, rows).map(([key, value]) => (
          <div key={key} className="col-span-full grid grid-cols-subgrid border-t border-line first:border-0">
            <dt className="max-w-56 truncate px-3 py-1.5 text-ink-2" title={showHidden(key)}>
              <EventText>{key}</EventText>
            </dt>
            <dd
              className={`px-3 py-1.5 break-words whitespace-pre-wrap ${prose ? '' : 'font-mono text-small'}`}
            >
              <JsonTree value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        <Button size="small" className="mt-2" onClick={() => setRows(rows + MORE_ROWS)}>
          Show {formatCount(left)} more of {formatCount(values.length)}
        </Button>
      )}
    </>
  )
}
