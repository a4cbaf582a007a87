import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { IssueSort } from '../../api/wire.ts'
import { HeadCell } from '../../components/display/data-table.tsx'
import { nextSort, type SortColumn, sortParam } from '../../entities/issue/issue-filter.ts'
import { ROLES } from './columns.ts'

interface SortHeadProps {
  column: SortColumn
  /** The order the list has. */
  sort: IssueSort
  numeric?: boolean
  className?: string
  children: ReactNode
}

/** A column's head that sorts by it; once more: the other way round. */
export function SortHead({ column, sort, children, ...cell }: SortHeadProps) {
  const next = nextSort(column, sort)
  const direction = sort.startsWith(`${column}_`)
    ? sort.endsWith('_asc')
      ? 'ascending'
      : 'descending'
    : undefined
  return (
    <HeadCell {...ROLES.head} {...cell} sorted={direction}>
      <Link
        to="/issues"
        search={(current) => ({ ...current, sort: sortParam(next) })}
        activeProps={{}}
        preload={false}
        resetScroll={false}
        className="inline-block underline-offset-2 hover:text-ink hover:underline aria-[current]:text-ink"
      >
        {children}
      </Link>
      {direction !== undefined && <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
    </HeadCell>
  )
}
