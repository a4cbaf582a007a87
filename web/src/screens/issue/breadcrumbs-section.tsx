import { useState } from 'react'
import type { Breadcrumb, IssueEvent } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { formatOffset, formatUtc } from '../../format/time.ts'
import { breadcrumbText } from './breadcrumb-text.ts'

const SHOWN_FIRST = 10

const LEVEL_COLOUR: Record<string, string> = {
  fatal: 'text-fatal',
  error: 'text-error',
  warning: 'text-warning',
}

/** What happened before the error, the latest first; times are counted from the event. */
export function BreadcrumbsSection({ event }: { event: IssueEvent }) {
  const [all, setAll] = useState(false)
  const total = event.breadcrumbs.length
  if (total === 0) return null
  const newestFirst = event.breadcrumbs.map((breadcrumb, place) => ({ breadcrumb, place })).reverse()
  const shown = all ? newestFirst : newestFirst.slice(0, SHOWN_FIRST)
  return (
    <Section
      title="Breadcrumbs"
      note={shown.length < total ? `last ${shown.length} of ${total}` : 'newest first'}
      end={
        total > SHOWN_FIRST && (
          <Button kind="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${total}`}
          </Button>
        )
      }
    >
      <table aria-label="Breadcrumbs" className="w-full table-fixed border-collapse text-code">
        <tbody>
          {shown.map(({ breadcrumb, place }) => (
            <Row key={place} breadcrumb={breadcrumb} eventAt={event.occurred_at} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Row({ breadcrumb, eventAt }: { breadcrumb: Breadcrumb; eventAt: string }) {
  const { text, status, rest } = breadcrumbText(breadcrumb)
  const at = Date.parse(breadcrumb.timestamp ?? '')
  const offset = Number.isNaN(at) ? '' : formatOffset(at - Date.parse(eventAt))
  const colour = LEVEL_COLOUR[breadcrumb.level ?? ''] ?? ''
  return (
    <tr className="border-t border-line align-baseline">
      <td className="w-[76px] py-[5px] font-mono text-small whitespace-nowrap text-ink-3">
        <time dateTime={breadcrumb.timestamp ?? undefined} title={formatUtc(breadcrumb.timestamp ?? '')}>
          {offset}
        </time>
      </td>
      <td className={`w-[92px] truncate py-[5px] pr-3 ${colour}`} title={breadcrumb.level ?? undefined}>
        {breadcrumb.category ?? breadcrumb.type ?? 'default'}
      </td>
      <td className="py-[5px] break-words">
        {text} {status !== null && <Status code={status} />}
        {rest !== '' && <span className="block truncate font-mono text-[11.5px] text-ink-3">{rest}</span>}
      </td>
    </tr>
  )
}

function Status({ code }: { code: number }) {
  return <b className={code >= 400 ? 'font-semibold text-error' : 'font-normal text-ink-3'}>{code}</b>
}
