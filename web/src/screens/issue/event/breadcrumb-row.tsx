import { useState } from 'react'
import type { Breadcrumb } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { LongText } from '../../../components/display/long-text.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { formatOffset, formatUtc } from '../../../format/time.ts'
import { categoryOf } from './breadcrumb-filter.ts'
import { breadcrumbText } from './breadcrumb-text.ts'

const LEVEL_COLOUR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fatal: 'text-fatal',
    error: 'text-error',
    warning: 'text-warning',
  }),
)

/** One breadcrumb; its data opens below it. */
export function BreadcrumbRow({ breadcrumb, eventAt }: { breadcrumb: Breadcrumb; eventAt: string }) {
  const [open, setOpen] = useState(false)
  const { text, status, rest } = breadcrumbText(breadcrumb)
  const data = Object.entries(breadcrumb.data ?? {})
  const at = Date.parse(breadcrumb.timestamp ?? '')
  const offset = Number.isNaN(at) ? '' : formatOffset(at - Date.parse(eventAt))
  return (
    <tr className="border-t border-line align-baseline">
      <td className="w-[5.75rem] py-[5px] max-sm:w-[3.875rem] pr-2 font-mono text-small whitespace-nowrap text-ink-3">
        <time dateTime={breadcrumb.timestamp ?? undefined} title={formatUtc(breadcrumb.timestamp ?? '')}>
          {offset}
        </time>
      </td>
      <td className="w-[6.5rem] truncate py-[5px] max-sm:w-[5.25rem] pr-3">
        <EventText>{categoryOf(breadcrumb)}</EventText>
      </td>
      <td className="py-[5px] break-words">
        <Level level={breadcrumb.level} /> <LongText>{text}</LongText>{' '}
        {status !== null && <Status code={status} />}
        {rest !== '' && !open && (
          <span className="block truncate font-mono text-tiny text-ink-3">
            <EventText>{rest.slice(0, 300)}</EventText>
          </span>
        )}
        {open && (
          <div className="mt-1 mb-2">
            <KeyValues label="Breadcrumb data" values={data} />
          </div>
        )}
      </td>
      <td className="w-7 p-0 align-top">
        {data.length > 0 && (
          <button
            type="button"
            aria-expanded={open}
            aria-label="Breadcrumb data"
            onClick={() => setOpen(!open)}
            className="grid size-7 place-items-center text-ink-3 hover:text-ink"
          >
            <OpenMark open={open} />
          </button>
        )}
      </td>
    </tr>
  )
}

/** In words as well: not everybody sees the colour. */
function Level({ level }: { level: string | null }) {
  const colour = LEVEL_COLOUR.get(level ?? '')
  return colour === undefined ? null : <b className={`mr-0.5 font-semibold ${colour}`}>{level}</b>
}

function Status({ code }: { code: number }) {
  return <b className={code >= 400 ? 'font-semibold text-error' : 'font-normal text-ink-3'}>{code}</b>
}
