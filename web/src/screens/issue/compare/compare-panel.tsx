import { useState } from 'react'
import type { EventDetail, IssueEvent } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LongText } from '../../../components/display/long-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Select } from '../../../components/form/select.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { type ComparedField, comparedFields, isDifferent } from './differences.ts'
import { useOtherEvent, WHICH, type Which } from './use-other-event.ts'

/** The shown event beside another one of its issue: the fields that differ and, on request, those that don't. */
export function ComparePanel({ event }: { event: EventDetail }) {
  const choices = WHICH.filter(({ isThere }) => isThere(event))
  const [which, setWhich] = useState<Which>(event.older_event_id === null ? 'newest' : 'oldest')
  const { data: other, error, refetch } = useOtherEvent(event, which)
  return (
    <>
      <div className="flex items-center gap-2">
        Compare with
        <Select label="Other event" whole value={which} choices={choices} onChange={setWhich} />
      </div>
      {error && !other && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !other && <LoadingNote what="the other event" />}
      {other && <Comparison key={other.id} event={event} other={other} />}
    </>
  )
}

const FIRST_ROWS = 200

function Comparison({ event, other }: { event: IssueEvent; other: IssueEvent }) {
  const [showsAll, setShowsAll] = useState(false)
  const fields = comparedFields(event, other)
  const different = fields.filter(isDifferent)
  const same = fields.length - different.length
  const rows = (showsAll ? fields : different).slice(0, FIRST_ROWS)
  const cut = (showsAll ? fields : different).length - rows.length
  return (
    <>
      <p role="status" className="mt-3 mb-1 text-ink-2">
        {plural(different.length, 'field')} {different.length === 1 ? 'differs' : 'differ'},{' '}
        {formatCount(same)} {same === 1 ? 'is' : 'are'} the same.
      </p>
      <DataTable
        label="Compared fields"
        head={
          <>
            <HeadCell className="w-1/4">Field</HeadCell>
            <HeadCell>This event</HeadCell>
            <HeadCell>Other event</HeadCell>
          </>
        }
      >
        {rows.map((field) => (
          <FieldRow key={`${field.section}\n${field.name}`} field={field} />
        ))}
      </DataTable>
      {cut > 0 && <p className="mt-2 text-small text-ink-3">and {formatCount(cut)} more</p>}
      {same > 0 && (
        <Button size="small" className="mt-3" onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? 'Hide fields that are the same'
            : `Show ${plural(same, 'field')} that ${same === 1 ? 'is' : 'are'} the same`}
        </Button>
      )}
    </>
  )
}

function FieldRow({ field }: { field: ComparedField }) {
  return (
    <tr className="align-top">
      <Cell className="align-top wrap-anywhere">
        <EventText>{field.name}</EventText>
        <span className="block text-small text-ink-3">{field.section}</span>
      </Cell>
      {field.these.map((text, place) => (
        <Cell
          key={place === 0 ? 'this' : 'other'}
          className={`align-top font-mono text-small wrap-anywhere whitespace-pre-wrap ${isDifferent(field) ? '' : 'text-ink-3'}`}
        >
          {text === '' ? <span className="text-ink-3">not sent</span> : <LongText>{text}</LongText>}
        </Cell>
      ))}
    </tr>
  )
}
