import { type ReactNode, useState } from 'react'
import type { IssueEvent, JsonObject } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatCount } from '../../../format/number.ts'
import { entriesOf, objectOf, textOf, valuesOf, wordOf } from '../payload.ts'
import { FilterField } from './filter-field.tsx'

const FIRST_ROWS = 50
const MORE_ROWS = 500
/** Shorter lists are read without a search. */
const SEARCHED_ROWS = 10

/** The packages of the program, and the binaries that it loaded. */
export function ListsSection({ event }: { event: IssueEvent }) {
  const { modules, debug_meta: debugMeta } = event.payload_json
  const packages = entriesOf(modules).map(([name, version]) => [name, wordOf(version)])
  const images = valuesOf(objectOf(debugMeta).images).map(imageRow)
  return (
    <>
      <ListSection title="Packages" head={['Name', 'Version']} rows={packages} />
      <ListSection
        title="Loaded images"
        head={['Image', 'Type', 'Address', 'Size', 'Debug ID']}
        rows={images}
      />
    </>
  )
}

function imageRow(image: JsonObject): string[] {
  const { image_addr: address, image_size: size } = image
  return [
    textOf(image.code_file) || textOf(image.name) || textOf(image.debug_file),
    textOf(image.type),
    typeof address === 'number' ? `0x${address.toString(16)}` : textOf(address),
    typeof size === 'number' ? formatCount(size) : textOf(size),
    textOf(image.debug_id) || textOf(image.uuid) || textOf(image.code_id),
  ]
}

interface ListSectionProps {
  title: string
  head: string[]
  rows: string[][]
}

/** A long list, closed until it is asked for, with a search. */
function ListSection({ title, head, rows }: ListSectionProps) {
  const [open, setOpen] = useState(false)
  if (rows.length === 0) return null
  return (
    <Section
      title={title}
      note={formatCount(rows.length)}
      end={
        <Button kind="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {open && <SearchedList title={title} head={head} rows={rows} />}
    </Section>
  )
}

function SearchedList({ title, head, rows }: ListSectionProps): ReactNode {
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState(FIRST_ROWS)
  const needle = wanted.trim().toLowerCase()
  const found = rows
    .map((cells, place) => ({ cells, place }))
    .filter(({ cells }) => cells.some((cell) => cell.toLowerCase().includes(needle)))
  // An attribute that no row has is not worth a column.
  const columns = head.flatMap((_name, column) => (rows.some((row) => row[column]) ? [column] : []))
  const left = Math.min(found.length - shown, MORE_ROWS)
  return (
    <>
      {rows.length > SEARCHED_ROWS && (
        <FilterField label={`Search ${title.toLowerCase()}`} value={wanted} onChange={setWanted} />
      )}
      {found.length === 0 && <p className="py-2 text-ink-2">No match for “{wanted}”.</p>}
      {found.length > 0 && (
        <DataTable
          label={title}
          head={columns.map((column) => <HeadCell key={column}>{head[column]}</HeadCell>)}
        >
          {found.slice(0, shown).map(({ cells, place }) => (
            <tr key={place}>
              {columns.map((column) => (
                <Cell key={column} className="font-mono text-small break-all">
                  <EventText>{cells[column] ?? ''}</EventText>
                </Cell>
              ))}
            </tr>
          ))}
        </DataTable>
      )}
      {left > 0 && (
        <Button size="small" className="mt-2" onClick={() => setShown(shown + MORE_ROWS)}>
          Show {formatCount(left)} more of {formatCount(found.length)}
        </Button>
      )}
    </>
  )
}
