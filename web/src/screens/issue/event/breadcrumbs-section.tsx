import { useState } from 'react'
import type { Breadcrumb, IssueEvent } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Select } from '../../../components/form/select.tsx'
import { formatCount } from '../../../format/number.ts'
import { type BreadcrumbFilter, categoryCounts, filteredBreadcrumbs, NO_FILTER } from './breadcrumb-filter.ts'
import { BreadcrumbRow } from './breadcrumb-row.tsx'
import { FilterField } from './filter-field.tsx'

const FIRST_ROWS = 10
const MORE_ROWS = 100

/** Breadcrumbs, newest first; times are relative to the event. */
export function BreadcrumbsSection({ event }: { event: IssueEvent }) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [rows, setRows] = useState(FIRST_ROWS)
  const { breadcrumbs } = event
  if (breadcrumbs.length === 0) return null
  const found = filteredBreadcrumbs(breadcrumbs, filter)
  const left = Math.min(found.length - rows, MORE_ROWS)
  return (
    <Section title="Breadcrumbs" note={noteOf(found.length, rows, breadcrumbs.length)}>
      {breadcrumbs.length > FIRST_ROWS && (
        <Filters breadcrumbs={breadcrumbs} filter={filter} onChange={setFilter} />
      )}
      {found.length === 0 ? (
        <p className="py-2 text-ink-2">
          No breadcrumbs match.{' '}
          <Button size="small" onClick={() => setFilter(NO_FILTER)}>
            Clear filters
          </Button>
        </p>
      ) : (
        <table aria-label="Breadcrumbs" className="w-full table-fixed border-collapse text-code">
          <tbody>
            {found.slice(0, rows).map(({ breadcrumb, place }) => (
              <BreadcrumbRow key={place} breadcrumb={breadcrumb} eventAt={event.occurred_at} />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <Button size="small" className="mt-2" onClick={() => setRows(rows + MORE_ROWS)}>
          Show {formatCount(left)} more of {formatCount(found.length)}
        </Button>
      )}
    </Section>
  )
}

function noteOf(found: number, rows: number, total: number): string {
  if (found < total) return `${formatCount(found)} of ${formatCount(total)} match · newest first`
  return rows < total ? `last ${formatCount(rows)} of ${formatCount(total)}` : 'newest first'
}

interface FiltersProps {
  breadcrumbs: Breadcrumb[]
  filter: BreadcrumbFilter
  onChange: (filter: BreadcrumbFilter) => void
}

const LEVELS = [
  { value: '', label: 'All levels' },
  { value: 'warning', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors' },
] as const

function Filters({ breadcrumbs, filter, onChange }: FiltersProps) {
  const categories = categoryCounts(breadcrumbs).map(([value, count]) => ({
    value,
    label: value,
    hint: formatCount(count),
  }))
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <FilterField
        label="Search breadcrumbs"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      {categories.length > 1 && (
        <Select
          label="Category"
          value={filter.category}
          choices={[{ value: '', label: 'All categories' }, ...categories.slice(0, 30)]}
          onChange={(category) => onChange({ ...filter, category })}
        />
      )}
      <Select
        label="Level"
        value={filter.level}
        choices={LEVELS}
        onChange={(level) => onChange({ ...filter, level })}
      />
    </div>
  )
}
