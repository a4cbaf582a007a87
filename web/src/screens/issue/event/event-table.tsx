import { Link } from '@tanstack/react-router'
import type { IssueEvent } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { formatUtc } from '../../../format/time.ts'

/** Events of an issue; a row leads to its event. */
export function EventTable({ issueId, events }: { issueId: string; events: IssueEvent[] }) {
  return (
    <DataTable
      label="Events"
      head={
        <>
          <HeadCell>Time</HeadCell>
          <HeadCell>Release</HeadCell>
          <HeadCell>Environment</HeadCell>
          <HeadCell className="max-sm:hidden">User</HeadCell>
          <HeadCell className="max-md:hidden">Browser or runtime</HeadCell>
        </>
      }
    >
      {events.map((event) => (
        <EventRow key={event.id} event={event} issueId={issueId} />
      ))}
    </DataTable>
  )
}

/** Where the time of day begins in `2026-11-20 21:59:03 UTC`. */
const CLOCK = 11

function EventRow({ event, issueId }: { event: IssueEvent; issueId: string }) {
  const utc = formatUtc(event.occurred_at)
  return (
    <tr className="relative hover:bg-hover">
      <Cell className="whitespace-nowrap">
        <Link
          to="/issues/$issueId"
          params={{ issueId }}
          search={({ range }) => ({ range, event: event.id })}
          className="font-medium after:absolute after:inset-0"
        >
          <Ago at={event.occurred_at} className="inline-block min-w-[4.625rem]" />
        </Link>{' '}
        <span className="ml-1 hidden text-small text-ink-3 md:inline">{utc}</span>
        {/* In a storm all events have the same age. */}
        <span className="block text-small text-ink-3 md:hidden">{utc.slice(CLOCK)}</span>
      </Cell>
      <Cell className="max-w-48 truncate font-mono text-small text-ink-2">
        <EventText>{event.release}</EventText>
      </Cell>
      <Cell className="text-ink-2">
        <EventText>{event.environment}</EventText>
      </Cell>
      <Cell className="max-w-48 truncate text-ink-2 max-sm:hidden">
        <EventText>{event.user_email ?? event.user_id ?? ''}</EventText>
      </Cell>
      <Cell className="text-ink-2 max-md:hidden">
        <EventText>{event.browser_name ?? event.runtime_name ?? ''}</EventText>
      </Cell>
    </tr>
  )
}
