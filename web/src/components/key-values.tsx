import type { Json } from '../api/wire.ts'

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

/** Names and values, one pair per line. `[Filtered]` is shown as what it is: removed before storage. */
export function KeyValues({ values, label, prose = false }: KeyValuesProps) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] overflow-hidden rounded-field border border-line bg-surface text-code"
    >
      {values.map(([key, value]) => (
        <div key={key} className="col-span-full grid grid-cols-subgrid border-t border-line first:border-0">
          <dt className="max-w-56 truncate px-3 py-1.5 text-ink-2" title={key}>
            {key}
          </dt>
          <dd
            className={`px-3 py-1.5 break-words whitespace-pre-wrap ${prose ? '' : 'font-mono text-small'}`}
          >
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { value: Json }) {
  const text = jsonText(value)
  if (text === '[Filtered]') {
    return (
      <span className="text-ink-3 italic" title="Removed by the scrubbing rules before it was stored">
        [Filtered]
      </span>
    )
  }
  return text
}
